// Loaded into the server's process before anything of its own: says how long its event loop was held.
import { createServer } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";

const held = monitorEventLoopDelay({ resolution: 5 });
held.enable();

createServer((req, res) => {
  if (req.url === "/reset") {
    held.reset();
    return res.end("0");
  }
  // What every object of the process has without having been given it.
  if (req.url === "/born") return res.end(Object.getOwnPropertyNames(Object.prototype).join());
  // Once round the loop: what held it until now is counted then.
  setTimeout(() => res.end(String(held.max / 1e6)), 15);
})
  // A process that this one starts inherits the probe, but not its port.
  .on("error", () => {})
  .listen(Number(process.env.PROBE_PORT), "127.0.0.1")
  .unref();
