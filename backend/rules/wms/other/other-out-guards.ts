import type { DraftOf, RowOf } from "#documents/kit";
import type { otherOut } from "#documents/wms/other-out";
import { lockAdvisory } from "../../../db/advisory";
import type { RuleContext } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import {
  at,
  type Facts,
  requireDate,
  requireFilled,
  requirePieces,
  requireWarehouse,
} from "./guards";

type Whole = DraftOf<typeof otherOut>;

const TO_SOMEBODY = new Set<Whole["outType"]>(["sample", "gift", "offline"]);

/** What the type of 出库 asks of header and lines (supply.md 4, other_out). */
export function requireOut(whole: Whole, facts: Facts) {
  const { outType, items = [] } = whole;
  if (TO_SOMEBODY.has(outType))
    requireFilled(whole, {
      useDeptId: "请选择领用部门",
      receiverName: "请输入收件人",
      receiverAddress: "请输入收件地址",
    });
  requirePieces(items);
  if (outType === "scrap") {
    if (items.some((l) => (l.goodQty ?? 0) > 0)) throw conflict("报废只能出次品");
    requireFilled(whole, { photos: "请上传报废照片" });
  }
  for (const [i, line] of items.entries())
    if (outType === "offline" && !line.salePrice) throw at(`items.${i}.salePrice`, "请输入售价");
  requireDate(whole, facts);
  const may = outType === "adjust" || outType === "sample";
  requireWarehouse(facts, may ? undefined : "FBA仓只能做调整或样品领用出库");
}

/** Number of the living document for the same source; who asks for the same number waits. */
export async function otherOfSource(
  { sql, tenantId }: RuleContext,
  { id, sourceNo }: RowOf<typeof otherOut>,
): Promise<string | undefined> {
  if (!sourceNo) return undefined;
  if (sql.held) await lockAdvisory(sql, "otherOutSource", `${tenantId}/${sourceNo}`);
  const other = await sql.one<{ no: string }>(
    `select no from other_out where tenant_id = $1 and source_no = $2 and id <> $3 and del_flag = 0
       and status in ('auditing', 'approved', 'done') limit 1`,
    [tenantId, sourceNo, id],
  );
  return other?.no;
}
