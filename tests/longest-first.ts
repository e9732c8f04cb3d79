import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take longer than ten seconds, as the run's own list of its slowest shows them. A fresh clone
 * remembers no times: begun late, one of them would be waited for while the other processor rests.
 */
const LONG = [
  "backend/demo/snapshot/snapshot.test.ts",
  "tests/frozen.test.ts",
  "backend/engine/backup/backup.test.ts",
  "tests/releases/releases.test.ts",
  "backend/platform/jobs/queue.test.ts",
  "backend/engine/desk/counts.test.ts",
  "backend/domain/base/workbook/workbook.test.ts",
  "tests/program/faults.test.ts",
  "tests/screens/documents/statuses.test.ts",
  "tests/screens/documents/declared.test.ts",
  "tests/hostile/hostile.test.ts",
  "tests/program/release.test.ts",
  "tests/program/crash.test.ts",
  "tests/screens/tour/tours.test.ts",
  "tests/program/crash-workbook.test.ts",
  "tests/screens/lists/sheets.test.ts",
  "tests/program/tied.test.ts",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const long = LONG.flatMap((file) => others.filter(({ moduleId }) => moduleId.endsWith(`/${file}`)));
    return [...long, ...others.filter((file) => !long.includes(file))];
  }
}
