// The program dies, or its database stands still, while eight people write: what they were told must be there, once.
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { family, signalAll } from "../../deploy/ha/node.mjs";
import { freePort } from "../../deploy/ha/stack.mjs";
import { Copy, pageCookie, signIn, Writers } from "../../deploy/ha/work.mjs";
import { folder, lineOf, OWN, PASSWORD, say } from "./company.mjs";

/**
 * Does harm `times` times to a program for whom eight people write.
 * @param harm does it once to the company in `dir` and says when it was over (ms)
 * @returns the line of the summary
 */
async function whileWriting(name, times, harm) {
  const dir = folder(name);
  const secret = randomBytes(24).toString("hex");
  const env = { ...OWN, DATA_DIR: dir, ADMIN_PASSWORD: PASSWORD, SESSION_SECRET: secret };
  const copy = new Copy(folder("words"), await freePort(), env);
  copy.begin();
  const after = [];
  const wrong = [];
  let writers;
  try {
    await copy.ready();
    writers = new Writers(copy.url, await signIn(copy.url), name);
    await writers.allSince(Date.now(), 30);
    for (let n = 1; n <= times && !writers.wrong.length && !wrong.length; n++) {
      await sleep(200 + Math.random() * 1_500);
      const began = await harm({ n, copy, dir, wrong });
      after.push((await writers.allSince(began, 90)) / 1000);
      if (n % 10 === 0) say(`${name} ${n}/${times}: ${writers.confirmed.length} answered`);
    }
    return await lineOf(name, writers, dir, { times, after, wrong, "slowest s": (writers.slowest / 1000).toFixed(1) });
  } finally {
    if (writers) writers.over = true;
    await copy.kill();
  }
}

/** Odd times the program alone dies (its database ends by itself), even times all of its processes. */
export const killed = ({ times }) =>
  whileWriting("killed", times, async ({ n, copy }) => {
    if (n % 2) {
      copy.child.kill("SIGKILL");
      await copy.ended;
    } else await copy.kill();
    const began = Date.now();
    copy.begin();
    return began;
  });

/** Seconds for which the database stands still, by turns. */
const STILL = [2, 12, 40];
/** Seconds after which who asked for a page must have been told something. */
const TOLD = 20;

/** All processes of the database stand still (SIGSTOP), as under a disk that does not answer, and go on. */
export const frozen = ({ times }) => {
  let cookie;
  return whileWriting("frozen", times, async ({ n, copy, dir, wrong }) => {
    cookie ??= await pageCookie(copy.url);
    const pid = Number(readFileSync(path.join(dir, "pg/data/postmaster.pid"), "utf8").split("\n", 1)[0]);
    const processes = family(pid);
    signalAll(processes, "SIGSTOP");
    const over = Date.now() + STILL[n % STILL.length] * 1_000;
    while (Date.now() < over) {
      const began = Date.now();
      const signal = AbortSignal.timeout(60_000);
      const answer = await fetch(`${copy.url}/admin/user/index`, { headers: { cookie }, redirect: "manual", signal });
      const said = await answer.text();
      const took = (Date.now() - began) / 1_000;
      if (took > TOLD && Date.now() < over) wrong.push(`a page was answered ${answer.status} after ${took} s`);
      if (answer.status === 303) wrong.push(`a page led to ${answer.headers.get("location")}`);
      if (![200, 303, 503, 504].includes(answer.status)) wrong.push(`${answer.status}: ${said.slice(0, 200)}`);
      await sleep(500);
    }
    const began = Date.now();
    signalAll(processes, "SIGCONT");
    return began;
  });
};
