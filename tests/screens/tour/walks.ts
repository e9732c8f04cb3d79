import type { Walk } from "../../product/driver";
import { purchase } from "../../product/purchase";
import type { Page } from "../browser";
import { expect } from "../support";
import { clicks } from "./clicks";
import { figures } from "./figures";
import { money } from "./money";
import { order } from "./order";
import { walkOf } from "./steps";
import { Onlooker, watched } from "./witness";

/** What plays the steps of docs/tour. */
export const WALKS: Readonly<Record<string, Walk>> = { purchase, money, order, figures, clicks };

/** Plays a walk, and holds each step against what was pressed and what was there. */
export async function playWalk(name: string, walk: Walk, browserOf: (person: string) => Promise<Page>) {
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
}
