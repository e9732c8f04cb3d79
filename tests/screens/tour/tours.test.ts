import type { Walk } from "../../product/driver";
import { purchase } from "../../product/purchase";
import { driverOf } from "../driver";
import { expect, testAs } from "../support";
import { money } from "./money";
import { walkOf } from "./steps";
import { Onlooker } from "./witness";

const test = testAs(null);

/** What plays the steps of docs/tour. */
const WALKS: Record<string, Walk> = { purchase, money };

for (const [name, walk] of Object.entries(WALKS))
  test(`docs/tour/${name}.md says what is pressed and what is there`, async ({ browserOf }) => {
    const { steps, before } = walkOf(name);
    const onlooker = new Onlooker();
    const plays = await walk(
      driverOf(async (person: string) => {
        const page = await browserOf(person);
        page.context().witness = onlooker.of(person);
        return page;
      }),
    );
    for (const [i, step] of steps.entries()) {
      console.log(new Date().toISOString(), i + 1);
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
