import { readFileSync } from "node:fs";

const read = (file) => {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
};

/** A runner that exits non-zero without a failed test (it broke off, say) counts as one failure. */
const honest = (passed, failed, ok, names = []) => ({ passed, failed: ok ? failed : Math.max(failed, 1), names });

/** Counts Vitest's JSON report. A file that could not be loaded is one failure. */
export function countVitest(file, ok) {
  const report = read(file);
  if (!report) return honest(0, 0, false);
  const broken = report.testResults.filter(
    (f) => f.status === "failed" && !f.assertionResults.some((t) => t.status === "failed"),
  );
  const names = report.testResults
    .flatMap((f) => f.assertionResults.filter((t) => t.status === "failed"))
    .map((t) => `${t.fullName}: ${(t.failureMessages[0] ?? "").split("\n")[0]}`)
    .concat(broken.map((f) => `${f.name}: ${f.message}`));
  return honest(report.numPassedTests, report.numFailedTests + broken.length, ok, names);
}

/** The files of Vitest's JSON report that took longest, as lines of seconds and path. */
export function slowest(file, most = 10) {
  const took = (f) => f.endTime - f.startTime;
  return (read(file)?.testResults ?? [])
    .filter((f) => took(f) > 0)
    .sort((a, b) => took(b) - took(a))
    .slice(0, most)
    .map((f) => `${Math.round(took(f) / 1000)} s`.padStart(7) + `  ${f.name}`);
}

/** Counts Playwright's JSON report. A test that passed on a retry has passed. */
export function countPlaywright(file, ok) {
  const report = read(file);
  if (!report) return honest(0, 0, false);
  const { expected, flaky, unexpected } = report.stats;
  return honest(expected + flaky, unexpected, ok);
}
