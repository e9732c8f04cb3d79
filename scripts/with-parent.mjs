// Loaded before every program of a test run: it ends when the run is gone, however that ended.

const LOOK_MS = 500;
const GRACE_MS = 5000;

const parent = process.ppid;
const run = Number(process.env.TEST_RUN) || undefined;

/** Is a process gone? One that we may not signal lives. */
function gone(pid) {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}

const looking = setInterval(() => {
  if (process.ppid === parent && !(run && gone(run))) return;
  clearInterval(looking);
  // What it started hangs on it; who does not hear the first word is ended without one.
  setTimeout(() => process.kill(process.pid, "SIGKILL"), GRACE_MS);
  process.kill(process.pid, "SIGTERM");
}, LOOK_MS);
looking.unref();
