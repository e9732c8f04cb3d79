import { expect, test } from "vitest";
import { conditionWords } from "#documents/workflow";
import { defaultFlows } from "./defaults";

test("approvers read the condition of every node in Chinese, not the name of a column", () => {
  const raw = Object.values(defaultFlows)
    .flatMap(({ nodes, cc = [] }) => [...nodes, ...cc])
    .map(({ condition }) => conditionWords(condition))
    .filter((words) => /[a-z]/.test(words));
  expect(raw).toEqual([]);
});
