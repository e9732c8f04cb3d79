// npm run bench [-- --only weight,paint,steps,tabs,cost,memory] [--loads 7] [--requests 20000]
import { writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { ensureBuild } from "../../scripts/build.mjs";
import { measureCost } from "./cost.mjs";
import { measureMemory } from "./memory.mjs";
import { measurePaint } from "./paint.mjs";
import { linesOf, markdown } from "./report.mjs";
import { root, stopAll } from "./servers.mjs";
import { measureSteps } from "./steps.mjs";
import { measureTabs } from "./tabs.mjs";
import { measureWeight } from "./weight.mjs";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    loads: { type: "string", default: "7" },
    requests: { type: "string", default: "20000" },
  },
});
const requests = Number(values.requests);
const parts = {
  weight: () => measureWeight(),
  paint: () => measurePaint({ n: Number(values.loads) }),
  steps: () => measureSteps({ n: Number(values.loads) }),
  tabs: () => measureTabs(),
  cost: () => measureCost(),
  memory: () => measureMemory({ requests, step: requests / 10 }),
};
const wanted = values.only?.split(",") ?? Object.keys(parts);

process.chdir(root);
await ensureBuild();
const results = { when: new Date().toISOString().slice(0, 10), load: [os.loadavg()[0]] };
try {
  for (const name of wanted) {
    console.log(`measuring ${name}`);
    results[name] = await parts[name]();
  }
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  stopAll();
}
results.load.push(os.loadavg()[0]);
const text = markdown(results);
console.log(`\n${text}`);
// A partial run must not replace the whole report.
const file = path.join(root, values.only ? ".cache/bench/partial.md" : "tests/bench/report.md");
if (!process.exitCode) writeFileSync(file, text);
if (linesOf(results).some((l) => l.ok === false)) process.exitCode = 1;
