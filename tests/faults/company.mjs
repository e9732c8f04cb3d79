// A company of its own, to do harm to.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { testFolder } from "../../scripts/test-folder.mjs";

const scratch = [];

/** A new folder, taken away when the run ends. */
export function folder(name) {
  const dir = mkdtempSync(path.join(testFolder(), `erp-fault-${name}-`));
  scratch.push(dir);
  return dir;
}

export const removeFolders = () => {
  for (const dir of scratch.splice(0)) rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
};

export const say = (line) => console.log(`${new Date().toTimeString().slice(0, 8)} ${line}`);

/** Address of the database that a company keeps in its data directory, while it runs. */
export function databaseOf(dir) {
  const socket = readFileSync(path.join(dir, "pg/data/postmaster.pid"), "utf8").split("\n")[4];
  return `postgresql://postgres@/erp?host=${encodeURIComponent(socket)}`;
}

export const PASSWORD = "Fester-Grund-1";

/** What a company of its own is started with, beside its data directory. */
export const OWN = {
  DEMO: "off",
  CAPTCHA: "off",
  BACKUP_KEEP_DAYS: "0",
  LOG_FORMAT: "json",
  STAND_INS: "off",
  RATES_URL: "off",
  REPORTS: "off",
};

/**
 * Lets writers end, and compares what they were told with what is kept.
 * @param {number} times that the fault was to be played
 * @param {number[]} after how many seconds each time everybody went on
 * @param more of the summary
 * @returns the line of the summary
 */
export async function lineOf(fault, writers, dir, { times, after, wrong = [], ...more }) {
  await writers.stop();
  const compared = await writers.compare(databaseOf(dir));
  const { lost, doubled, unknown } = compared;
  const all = [...wrong, ...writers.wrong];
  return {
    fault,
    times: after.length,
    answered: writers.confirmed.length,
    refused: writers.refused,
    ...more,
    ...compared,
    "goes on after s": Math.max(...after).toFixed(1),
    wrong: all,
    good: after.length === times && lost + doubled + unknown + all.length === 0,
  };
}
