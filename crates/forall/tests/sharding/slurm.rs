//! Job arrays of Slurm, on a cluster of one node that the test starts.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::cluster::Cluster;
use crate::servers;

/// A cluster of one node without accounts. Its processes end with it.
struct Slurm<'c> {
    cluster: &'c Cluster,
    /// The node and the controller.
    processes: Vec<Child>,
}

impl Drop for Slurm<'_> {
    fn drop(&mut self) {
        for process in &mut self.processes {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

impl Slurm<'_> {
    /// Starts the cluster, if Slurm is installed.
    fn start(cluster: &Cluster) -> Option<Slurm<'_>> {
        if !servers::are_installed("Slurm", &["slurmctld", "slurmd", "sbatch"]) {
            return None;
        }
        for folder in ["state", "spool"] {
            fs::create_dir_all(cluster.folder.join(folder)).expect("tests may write there");
        }
        let host = printed(Command::new("uname").arg("-n"));
        let host = host.split('.').next().unwrap_or(&host).to_owned();
        let config = config(&cluster.folder, &host, &printed(Command::new("id").arg("-un")));
        fs::write(cluster.folder.join("slurm.conf"), config).expect("tests may write there");
        let mut slurm = Slurm { cluster, processes: Vec::new() };
        for (program, args) in [("slurmd", vec!["-D", "-N", &host]), ("slurmctld", vec!["-D"])] {
            let mut command = slurm.command(program);
            command.args(args).stdout(Stdio::null()).stderr(Stdio::null());
            slurm.processes.push(command.spawn().expect("it is installed"));
        }
        slurm.wait_for_node();
        Some(slurm)
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.cluster.folder);
        command.env("SLURM_CONF", self.cluster.folder.join("slurm.conf"));
        command
    }

    fn wait_for_node(&self) {
        let started = Instant::now();
        loop {
            let state = self.command("sinfo").args(["--noheader", "--format=%t"]).output();
            let state =
                String::from_utf8_lossy(&state.expect("it is installed").stdout).into_owned();
            if state.trim() == "idle" {
                return;
            }
            assert!(started.elapsed() < Duration::from_secs(60), "the node is {state:?}");
            sleep(Duration::from_millis(100));
        }
    }

    /// Runs victims as a job array with the script in `docs/deploy`, and waits for its end.
    fn run_array(&self, array: &str, victims: &[&str]) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/deploy/slurm-array.sh");
        let test = self.cluster.command(victims);
        let mut command = self.command("sbatch");
        self.cluster.set_environment(&mut command);
        command
            .env("FORALL_RESULTS", self.cluster.folder.join("shards"))
            .env("FORALL_TESTS", "1000");
        command.args(["--wait", "--array", array, "--output=/dev/null"]);
        command.arg(script).arg(test.get_program()).args(test.get_args());
        let output = command.output().expect("it is installed");
        assert!(!output.stdout.is_empty(), "{output:?}");
    }
}

/// Returns the output of a command.
fn printed(command: &mut Command) -> String {
    let output = command.output().expect("every Unix has it");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// Returns the configuration of a cluster whose processes only listen on this machine.
fn config(folder: &Path, host: &str, user: &str) -> String {
    let folder = folder.display();
    let [controller, node] = servers::free_ports();
    format!(
        "ClusterName=forall\n\
         SlurmctldHost={host}(127.0.0.1)\n\
         SlurmctldPort={controller}\n\
         SlurmdPort={node}\n\
         AuthType=auth/none\n\
         CredType=cred/none\n\
         SlurmUser={user}\n\
         SlurmdUser={user}\n\
         StateSaveLocation={folder}/state\n\
         SlurmdSpoolDir={folder}/spool\n\
         SlurmctldPidFile={folder}/slurmctld.pid\n\
         SlurmdPidFile={folder}/slurmd.pid\n\
         SlurmctldLogFile={folder}/slurmctld.log\n\
         SlurmdLogFile={folder}/slurmd.log\n\
         ProctrackType=proctrack/pgid\n\
         TaskPlugin=task/none\n\
         SelectType=select/cons_tres\n\
         SelectTypeParameters=CR_Core\n\
         MpiDefault=none\n\
         SwitchType=switch/none\n\
         SlurmdParameters=config_overrides\n\
         JobAcctGatherType=jobacct_gather/none\n\
         NodeName={host} NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN\n\
         PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP\n"
    )
}

#[test]
fn job_arrays_are_merged_into_the_reports_of_one_machine() {
    let cluster = Cluster::new("slurm");
    let Some(slurm) = Slurm::start(&cluster) else { return };
    let victims = ["passes", "fails_late", "discards_some", "has_few_inputs"];
    for array in ["0-7", "1-8", "1-15:2"] {
        let _ = fs::remove_dir_all(cluster.folder.join("shards"));
        let one = cluster.run_on_one_machine(&victims);
        slurm.run_array(array, &victims);
        let shards =
            fs::read_dir(cluster.folder.join("shards")).expect("there are results").count();
        // The folder has a `.gitignore` too.
        assert!((8..=9).contains(&shards), "{array}: {shards} shards");
        assert_eq!(cluster.merged_reports(&victims), one, "{array}");
    }
}
