// `node tests/bench/against.mjs <checkout> [walks]`: this product beside another checkout of it, by turns in one run,
// from the click to the frame and in processor time per page.
import path from "node:path";
import { costs } from "./cost.mjs";
import { load, median } from "./load.mjs";
import { dataDir, EMPTY, LIST, signIn } from "./product.mjs";
import { start, stopAll } from "./servers.mjs";
import { NETS, PROGRAMS, STEPS, walk } from "./steps.mjs";

const ROUNDS = 15;
/** What fifty people ask for at once, whose browsers have the style sheet. */
const CROWD = { count: 400, connections: 50 };
const CROWD_ROUNDS = 5;
const CROWDED = [LIST, "/purchaseOrder/index?size=20", "/wel/index"];

const [folder, walks = "5"] = process.argv.slice(2);
if (!folder) throw new Error("node tests/bench/against.mjs <checkout> [walks]");

/** A built checkout that serves, and who is signed in there. */
async function open(name, cwd) {
  const env = { DATA_DIR: dataDir(name), BENCH: "on" };
  const server = await start(() => ["scripts/start.mjs"], { ready: "/readyz", cwd, env });
  const signedIn = await signIn(server);
  // All menu groups are shown, and nothing is in the browser yet.
  const cookie = `${signedIn.replace(/(; )?\bcss=[^;]*/, "")}; prefs=default~409eff~111111110`;
  await load(server.url + LIST, { Cookie: cookie }, { count: 300, connections: 2 });
  return { server, url: server.url, cookie, known: `${cookie}; ${/\bcss=[^;]*/.exec(signedIn)?.[0] ?? ""}` };
}

const say = (what, mine, theirs) =>
  console.log(`| ${what} | ${mine.toFixed(1)} | ${theirs.toFixed(1)} | ${(mine / theirs).toFixed(2)} |`);

try {
  const both = { here: await open("against-here", path.resolve(".")), there: await open("against-there", folder) };
  const names = Object.keys(both);
  console.log("| What, in ms | this | that | ratio |\n| --- | --- | --- | --- |");
  for (const net of Object.values(NETS)) {
    const seen = { here: [], there: [] };
    for (let i = 0; i <= Number(walks); i++)
      for (const name of names) {
        const took = await walk(both[name], PROGRAMS.product, net);
        // The first walk of each is not counted: files were not read yet.
        if (i > 0) seen[name].push(took);
      }
    for (const step of STEPS)
      say(`${step}, ${net.label}`, ...names.map((name) => median(seen[name].map((took) => took[step]))));
  }
  for (const page of CROWDED) {
    const seen = { here: [], there: [] };
    for (let i = 0; i <= CROWD_ROUNDS; i++)
      for (const name of names) {
        const { url, known } = both[name];
        const { perSecond } = await load(url + page, { Cookie: known, "Accept-Encoding": "br" }, CROWD);
        if (i > 0) seen[name].push(perSecond);
      }
    say(`pages a second for fifty, ${page}`, ...names.map((name) => median(seen[name])));
  }
  for (const page of [LIST, EMPTY]) {
    const seen = { here: [], there: [] };
    for (let i = 0; i < ROUNDS; i++)
      for (const name of names) {
        const { server, url, cookie } = both[name];
        const [ms] = await costs([server], url + page, { Cookie: cookie, "Accept-Encoding": "br" });
        seen[name].push(ms);
      }
    say(`processor time, ${page}`, ...names.map((name) => median(seen[name])));
  }
} finally {
  stopAll();
}
process.exit();
