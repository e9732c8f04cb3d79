import { readdirSync } from "node:fs";
import { expect, testAs } from "../support";
import { stepOf } from "./steps";
import { playWalk, WALKS } from "./walks";
import { Onlooker, watched } from "./witness";

const test = testAs(null);

test("every walk is played", () => {
  expect(readdirSync("docs/tour").sort()).toEqual(
    Object.keys(WALKS)
      .map((name) => `${name}.md`)
      .sort(),
  );
});

// The longest one has a file of its own, for the other worker.
const { purchase: _, ...shorter } = WALKS;
for (const [name, walk] of Object.entries(shorter))
  test(`docs/tour/${name}.md says what is pressed and what is there`, ({ browserOf }) =>
    playWalk(name, walk, browserOf));

test("a step that says more than its play does is found", async ({ browserOf }) => {
  const onlooker = new Onlooker();
  const page = await watched(onlooker, browserOf).browserOf("buyer");
  await page.goto("/purchaseOrder/index");
  await page.getByRole("main").getByRole("link", { name: "新增", exact: true }).click();
  const told = "`finance`, at `/nowhere`: 采购单 → 新增 → 保存, a 魔法按钮 for `ABC-1`.";
  expect(onlooker.differences(stepOf(told))).toEqual([
    "采购单 was not pressed",
    "保存 was not pressed",
    "魔法按钮 was not there",
    "ABC-1 was not there",
    "finance did nothing",
    "buyer is not named",
    "nobody was at /nowhere",
  ]);
});
