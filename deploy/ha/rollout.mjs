// A release follows another on two copies, one after the other, with a migration of a minute, while 50 people work.

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makeRelease } from "../release.mjs";
import { pageCookie, Writers } from "./work.mjs";

const MIGRATION_SECONDS = 60;
const WRITERS = 10;
const READERS = 40;
/** Between two pages of one person. */
const THINK_MS = 1_000;
const PAGES = ["/admin/user/index", "/wel/index", "/admin/role/index", "/admin/dept/index"];

/** Two folders: a release, and the same with one migration more. */
async function releases(folder) {
  const file = await makeRelease(path.join(folder, "release"), () => {});
  const [now, next] = ["now", "next"].map((name) => path.join(folder, name));
  mkdirSync(now);
  const unpacked = spawnSync("tar", ["-xzf", file, "-C", now, "--strip-components", "1"], { encoding: "utf8" });
  if (unpacked.status !== 0) throw new Error(unpacked.stderr);
  cpSync(now, next, { recursive: true, verbatimSymlinks: true });
  const sql = `create table rollout_trial (n int);\nselect pg_sleep(${MIGRATION_SECONDS});\n`;
  writeFileSync(path.join(next, "backend/platform/db/migrations/9990_rollout_trial.sql"), sql);
  return { now, next };
}

/** People who open one page after the other; whatever is not 200 is a failure. */
class Readers {
  failed = [];
  pages = 0;
  slowest = 0;
  over = false;

  constructor(url, cookie) {
    this.all = Array.from({ length: READERS }, (_, i) => this.#read(url, cookie, i));
  }

  async #read(url, cookie, reader) {
    await sleep((reader / READERS) * THINK_MS);
    for (let n = reader; !this.over; n++) {
      const began = Date.now();
      const page = PAGES[n % PAGES.length];
      const answer = await fetch(url + page, { headers: { cookie, accept: "text/html" }, redirect: "manual" }).catch(
        String,
      );
      const length = typeof answer === "string" ? 0 : (await answer.text()).length;
      this.slowest = Math.max(this.slowest, Date.now() - began);
      this.pages += 1;
      if (answer.status !== 200 || !length) this.failed.push(`${page}: ${answer.status ?? answer}`);
      await sleep(THINK_MS);
    }
  }

  async stop() {
    this.over = true;
    await Promise.all(this.all);
  }
}

/** Plays it once. @returns a line of the summary */
export async function rollout({ stack, work, headers }, say) {
  const { now, next } = await releases(stack.folder);
  for (const copy of work.copies) {
    await copy.end();
    copy.begin(now);
    await copy.ready();
  }
  say("two copies of the release serve");
  const readers = new Readers(work.url, await pageCookie(work.url));
  const writers = new Writers(work.url, headers, "rollout", { many: WRITERS });
  const began = Date.now();
  try {
    await sleep(5_000);
    for (const copy of work.copies) {
      await copy.end();
      copy.begin(next);
      await copy.ready(MIGRATION_SECONDS + 180);
      say(`a copy of the next release serves after ${Math.round((Date.now() - began) / 1000)} s`);
    }
    await sleep(5_000);
  } finally {
    await Promise.all([readers.stop(), writers.stop()]);
  }
  for (const line of [...readers.failed, ...writers.wrong].slice(0, 10)) say(`failed: ${line}`);
  const compared = await writers.compare(stack.addresses.proxy);
  return {
    fault: "rollout",
    times: 1,
    answered: writers.confirmed.length + readers.pages,
    refused: writers.refused + readers.failed.length,
    ...compared,
    wrong: writers.wrong.length,
    "slowest answer s": Math.round(Math.max(writers.slowest, readers.slowest) / 100) / 10,
    good:
      writers.refused + readers.failed.length + writers.wrong.length === 0 &&
      compared.lost + compared.doubled + compared.unknown === 0,
  };
}
