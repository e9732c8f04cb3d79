import type { HeadOf } from "#documents/kit";
import { inspection } from "#documents/purchase/inspection";
import { keep } from "../../../db/locks";
import { moveTo } from "../../../documents/lifecycle/move";
import type { RuleContext } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { countResults, resultsOf } from "./counts";

type Found = Pick<HeadOf<typeof inspection>, "id" | "status">;

/** The inspection of a receipt that counts, locked. */
export const lockInspectionOf = ({ sql }: RuleContext, signId: string) =>
  sql.one<Found>(
    `select id, status from inspection
     where sign_id = $1 and status <> 'reversed' and del_flag = 0 ${keep(sql, "inspection")}`,
    [signId],
  );

/** @throws Refusal 409 签收单{no}已质检，不能撤销，请先撤销质检单 */
export function requireUninspected(sign: { no: string }, found: Found | undefined): void {
  if (found?.status === "done" || found?.status === "auditing")
    throw conflict(`签收单${sign.no}已质检，不能撤销，请先撤销质检单`);
}

/**
 * Ends the inspection of a receipt that is taken back; what an exempt one passed is given back. It and
 * the order lines are locked.
 */
export async function dropInspection(c: RuleContext, { id, status }: Found): Promise<void> {
  if (status === "exempt") await countResults(c, await resultsOf(c, id), -1);
  await moveTo(c, inspection, id, "reversed", "撤销签收");
}
