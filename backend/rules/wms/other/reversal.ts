import type { RuleContext } from "../../../documents/rules";
import { reverseMoves, shortageToReverse } from "../../../stock/reverse";
import { today } from "../../../values/calendar";
import { closedMonth } from "../../../values/open-month";
import { sourceOf } from "./lines";

/** As much of a document as taking its moves back reads. */
interface Posted {
  id: string;
  no: string;
  version: number;
  bizDate?: string | null;
}

/** Why the moves of a document cannot be taken back now: a closed month, or stock that left since. */
export const holdsBack = async (c: RuleContext, document: string, row: Posted) => ({
  closed: await closedMonth(c, row.bizDate ?? today()),
  short: await shortageToReverse(c, sourceOf(document, row)),
});

/** Posts the opposite of what a document moved, on its own day. */
export const takeBack = (c: RuleContext, document: string, row: Posted) =>
  reverseMoves(c, sourceOf(document, row), `reverse:${row.version}`, {
    bizDate: row.bizDate ?? today(),
  });
