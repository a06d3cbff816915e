//! A login that is locked for a while after four wrong passwords, and disabled after three locks.

#[forall::machine(model = Account)]
pub(super) trait Login {
    fn log_in(&mut self, is_right: bool) -> Door;
    fn wait(&mut self, #[domain(1..=20)] minutes: u32);
    fn help(&mut self);
    fn change_password(&mut self, is_right: bool) -> bool;
    #[always]
    fn door(&self) -> Door;
}

#[derive(Clone, Copy, Debug, PartialEq, Hash)]
pub(super) enum Door {
    Open,
    Refused,
    Locked,
    Disabled,
}

/// The number of minutes of a lock.
const LOCK: u32 = 15;

#[derive(Default, Hash)]
pub(super) struct Account {
    wrong: u32,
    locks: u32,
    minutes_left: u32,
    is_disabled: bool,
}

impl Account {
    fn enter(&mut self, is_right: bool) -> Door {
        let door = self.door();
        if door != Door::Open {
            return door;
        }
        if is_right {
            self.wrong = 0;
            self.locks = 0;
            return Door::Open;
        }
        self.wrong += 1;
        if self.wrong == 4 {
            self.wrong = 0;
            self.locks += 1;
            self.minutes_left = LOCK;
            self.is_disabled = self.locks == 3;
        }
        Door::Refused
    }
}

impl Login for Account {
    fn log_in(&mut self, is_right: bool) -> Door {
        self.enter(is_right)
    }

    fn wait(&mut self, minutes: u32) {
        self.minutes_left = self.minutes_left.saturating_sub(minutes);
    }

    fn help(&mut self) {
        if !self.is_disabled {
            *self = Account::default();
        }
    }

    fn change_password(&mut self, is_right: bool) -> bool {
        self.enter(is_right) == Door::Open
    }

    fn door(&self) -> Door {
        match self.minutes_left {
            _ if self.is_disabled => Door::Disabled,
            0 => Door::Open,
            _ => Door::Locked,
        }
    }
}

/// With mistake 1, a disabled account opens after a long time. With mistake 2, the second lock is too short.
#[derive(Default)]
pub(super) struct Server<const MISTAKE: u8>(Account);

impl<const MISTAKE: u8> Server<MISTAKE> {
    fn shorten(&mut self) {
        if MISTAKE == 2 && self.0.locks == 2 && self.0.minutes_left == LOCK {
            self.0.minutes_left -= 1;
        }
    }
}

impl<const MISTAKE: u8> Login for Server<MISTAKE> {
    fn log_in(&mut self, is_right: bool) -> Door {
        let door = self.0.log_in(is_right);
        self.shorten();
        door
    }

    fn wait(&mut self, minutes: u32) {
        self.0.wait(minutes);
        if MISTAKE == 1 && minutes > LOCK {
            self.0.is_disabled = false;
        }
    }

    fn help(&mut self) {
        self.0.help();
    }

    fn change_password(&mut self, is_right: bool) -> bool {
        let is_changed = self.0.change_password(is_right);
        self.shorten();
        is_changed
    }

    fn door(&self) -> Door {
        self.0.door()
    }
}
