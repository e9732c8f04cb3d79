// npm run ha [-- --only killed,frozen,pooler,copies,standbys,rollout --times 20]: a company on three database nodes, with faults.
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Clerk } from "./clerks.mjs";
import { until } from "./node.mjs";
import { rollout } from "./rollout.mjs";
import { missingPackages, startStack } from "./stack.mjs";
import { standbys } from "./standbys.mjs";
import { pageCookie, Readers, signIn, startWork, Writers } from "./work.mjs";

/** Everybody goes on so soon after the promotion, */
const GOAL_SECONDS = 15;
/** and nobody waits longer for an answer, whichever it is. */
const GOAL_ANSWER_SECONDS = 15;
/** What stays away longer is a failure of the cluster, not of its parts. */
const PATIENCE = 120;

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    times: { type: "string", default: "3" },
    up: { type: "boolean", default: false },
  },
});

const times = Number(values.times);

const say = (line) => console.log(`${new Date().toTimeString().slice(0, 8)} ${line}`);
const seconds = (ms) => Math.round(ms / 100) / 10;
const most = (all) => (all.length ? Math.max(...all) : "—");
const middle = (all) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? "—";

/** Until another node is primary, and until everybody who writes was answered by it. */
async function failover(stack, writers, fault) {
  const before = await stack.primary();
  const began = Date.now();
  const heal = fault(before);
  const others = stack.nodes.filter((node) => node !== before);
  await until(
    "another node is primary",
    async () => (await Promise.all(others.map((node) => node.isPrimary()))).includes(true),
    PATIENCE,
  );
  const promoted = Date.now();
  const after = await writers.allSince(promoted, PATIENCE);
  await heal();
  await stack.settled();
  return { promotion: seconds(promoted - began), after: seconds(after) };
}

/** Plays one fault so often under eight writers. @returns one line of the summary */
async function play(name, times, { stack, work, headers }, once) {
  const writers = new Writers(work.url, headers, name);
  const found = [];
  try {
    await writers.allSince(Date.now(), PATIENCE);
    for (let n = 1; n <= times && !writers.wrong.length; n++) {
      const one = await once(writers);
      found.push(one);
      say(
        `${name} ${n}/${times}: ${Object.entries(one)
          .map(([what, s]) => `${what} ${s} s`)
          .join(", ")}`,
      );
    }
  } finally {
    await writers.stop();
  }
  for (const line of writers.wrong) say(`wrong: ${line}`);
  const compared = await writers.compare(stack.addresses.proxy);
  const after = found.map((one) => one.after);
  return {
    fault: name,
    times: found.length,
    answered: writers.confirmed.length,
    refused: writers.refused,
    ...compared,
    wrong: writers.wrong.length,
    "promotion s": middle(found.map((one) => one.promotion).filter((s) => s !== undefined)),
    "after it s": `${middle(after)} (${most(after)})`,
    "slowest answer s": seconds(writers.slowest),
    good:
      found.length === times &&
      compared.lost + compared.doubled + compared.unknown + writers.wrong.length === 0 &&
      after.every((s) => s <= GOAL_SECONDS) &&
      writers.slowest <= GOAL_ANSWER_SECONDS * 1000,
  };
}

const faults = {
  /** A node loses its power. */
  killed: (all) =>
    play("killed", times, all, (writers) =>
      failover(all.stack, writers, (node) => {
        node.kill();
        return () => node.begin();
      }),
    ),
  /** A node hangs, and goes on when another has taken over. */
  frozen: (all) => play("frozen", times, all, (writers) => failover(all.stack, writers, (node) => node.freeze())),
  pooler: (all) =>
    play("pooler", times, all, async (writers) => {
      all.stack.bouncer.kill("SIGKILL");
      const began = Date.now();
      await all.stack.pooler();
      const after = seconds(await writers.allSince(began, PATIENCE));
      await sleep(1_000);
      return { after };
    }),
  /** One of two copies is killed while the other serves; then it is started again. */
  copies: async (all) => {
    let n = 0;
    const readers = new Readers(all.work.url, all.headers, await pageCookie(all.work.url));
    const clerk = new Clerk(all.work.url, all.headers, "HA");
    const row = await play("copies", times, all, async (writers) => {
      const copy = all.work.copies[n++ % all.work.copies.length];
      const began = Date.now();
      await copy.kill();
      const after = seconds(await writers.allSince(began, PATIENCE));
      copy.begin();
      await copy.ready();
      return { after };
    }).finally(() => Promise.all([readers.stop(), clerk.stop()]));
    const { read, again, failed } = readers;
    for (const line of new Set(failed)) say(`read twice and not answered: ${line}`);
    const { brought, cutOff, fault } = clerk;
    if (fault) say(`work of a job: ${fault}`);
    const work = await clerk.compare(all.stack.addresses.proxy);
    return {
      ...row,
      read,
      "read again": again,
      unread: failed.length,
      files: brought.length,
      "cut off": cutOff,
      "files lost": work.lost,
      "files doubled": work.doubled,
      good: row.good && !fault && brought.length > 0 && failed.length + work.lost + work.doubled === 0,
    };
  },
  standbys: (all) => standbys(all, say),
  rollout: (all) => rollout(all, say),
};

async function main() {
  const missing = missingPackages();
  if (missing.length) throw new Error(`apt-get install ${missing.join(" ")}`);
  const names = values.only?.split(",") ?? Object.keys(faults);
  const unknown = names.filter((name) => !faults[name]);
  if (unknown.length) throw new Error(`--only knows ${Object.keys(faults).join(", ")}, not ${unknown.join(", ")}`);
  const stack = await startStack(say);
  for (const signal of ["SIGINT", "SIGTERM"])
    process.once(signal, () => {
      stack.stop();
      process.exit(130);
    });
  try {
    const work = await startWork(stack);
    say(`two copies behind nginx: ${work.url}`);
    if (values.up) await new Promise(() => setInterval(() => {}, 60_000));
    const headers = await signIn(work.url);
    const rows = [];
    for (const name of names) {
      const row = await faults[name]({ stack, work, headers });
      say(JSON.stringify(row));
      rows.push(row);
    }
    console.table(rows);
    if (!rows.every(({ good }) => good)) process.exitCode = 1;
  } finally {
    stack.stop();
  }
}

try {
  await main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
