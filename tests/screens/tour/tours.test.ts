import { readdirSync } from "node:fs";
import type { Walk } from "../../product/driver";
import { purchase } from "../../product/purchase";
import { expect, testAs } from "../support";
import { clicks } from "./clicks";
import { figures } from "./figures";
import { money } from "./money";
import { order } from "./order";
import { stepOf, walkOf } from "./steps";
import { Onlooker, watched } from "./witness";

const test = testAs(null);

/** What plays the steps of docs/tour. */
const WALKS: Record<string, Walk> = { purchase, money, order, figures, clicks };

test("every walk is played", () => {
  expect(readdirSync("docs/tour").sort()).toEqual(
    Object.keys(WALKS)
      .map((name) => `${name}.md`)
      .sort(),
  );
});

for (const [name, walk] of Object.entries(WALKS))
  test(`docs/tour/${name}.md says what is pressed and what is there`, async ({ browserOf }) => {
    const { steps, before } = walkOf(name);
    const onlooker = new Onlooker();
    const plays = await walk(watched(onlooker, browserOf));
    for (const [i, step] of steps.entries()) {
      const at = `${name}.md ${i + 1}. ${step.line}`;
      await plays[i]?.().catch((error: Error) => {
        error.message = `${at}\n${error.message}`;
        throw error;
      });
      expect.soft(onlooker.differences(step), at).toEqual([]);
    }
    expect(plays, "every step is played, and nothing that is no step").toHaveLength(steps.length);
    expect(onlooker.never(before), "said before the first step").toEqual([]);
  });

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
