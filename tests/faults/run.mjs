// npm run faults [-- --only killed,frozen,disk,network,memory --times 150 --minutes 40]: harm, and what is left after it.
import { parseArgs } from "node:util";
import { stopAll } from "../bench/servers.mjs";
import { removeFolders, say } from "./company.mjs";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    times: { type: "string", default: "20" },
    minutes: { type: "string", default: "5" },
  },
});

const times = Number(values.times);

const faults = {
  killed: async () => (await import("./killed.mjs")).killed({ times }),
  frozen: async () => (await import("./killed.mjs")).frozen({ times }),
  disk: async () => (await import("./disk.mjs")).disk({ times: Math.min(times, 5) }),
  network: async () => (await import("./network.mjs")).network(),
  memory: async () => (await import("./memory.mjs")).memory({ minutes: Number(values.minutes) }),
};

const asked = values.only?.split(",") ?? Object.keys(faults);
const unknown = asked.filter((name) => !faults[name]);
if (unknown.length)
  throw new Error(`no fault is called ${unknown.join(", ")}; there are ${Object.keys(faults).join(", ")}`);

let bad = 0;
try {
  for (const name of asked) {
    say(`${name} begins`);
    const { wrong, ...found } = await faults[name]();
    for (const line of wrong) say(`wrong: ${line}`);
    console.table([found]);
    if (!found.good) bad += 1;
  }
} finally {
  stopAll();
  removeFolders();
}
console.log(bad ? `${bad} of ${asked.length} faults were not borne` : `all ${asked.length} faults were borne`);
process.exitCode = bad ? 1 : 0;
