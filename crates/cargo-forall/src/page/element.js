"use strict";
// Elements of the page.

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = ["svg", "g", "line", "path", "rect", "text", "title"];

/** Returns an element. Children that are `null` or `undefined` are left out. */
function make(tag, attributes = {}, ...children) {
  const element = SVG_TAGS.includes(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "style") element.style.cssText = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

function section(title, ...children) {
  return make("section", {}, make("h3", {}, title), children);
}

/** Splits the name of a property where a line may end. */
function breakable(name) {
  return name.split(/(?<=_|::)/).flatMap((part, i) => (i ? [make("wbr"), part] : [part]));
}

/** Replaces the children of `parent`, unless they are the same. The focus stays where it was. */
function replaceChildren(parent, children) {
  if (children.length === parent.children.length && children.every((child, i) => child === parent.children[i])) return;
  const focused = document.activeElement;
  const hadFocus = parent.contains(focused);
  // An element that is built again has the focus in the same position.
  const owner = hadFocus ? [...parent.children].find((child) => child.contains(focused)) : null;
  const position = owner ? focusable(owner).indexOf(focused) : -1;
  parent.replaceChildren(...children);
  if (!hadFocus) return;
  const next = focused.isConnected ? focused : focusable(children.find((child) => child.id === owner.id))[position];
  next?.focus({ preventScroll: true });
}

const focusable = (element) => (element ? [...element.querySelectorAll("a, button, summary")] : []);
