import { lockAdvisory } from "../../../db/advisory";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { at, requireDate, requireFilled, requirePieces, requireWarehouse } from "./guards";

const TO_SOMEBODY = new Set(["sample", "gift", "offline"]);

/** What the type of 出库 asks of header and lines (supply.md 4, other_out). */
export async function requireOut(c: RuleContext, whole: Values, lines: readonly Values[]) {
  const outType = String(whole.outType);
  if (TO_SOMEBODY.has(outType))
    requireFilled(whole, {
      useDeptId: "请选择领用部门",
      receiverName: "请输入收件人",
      receiverAddress: "请输入收件地址",
    });
  requirePieces(lines);
  if (outType === "scrap") {
    if (lines.some((l) => Number(l.goodQty) > 0)) throw conflict("报废只能出次品");
    requireFilled(whole, { photos: "请上传报废照片" });
  }
  for (const [i, line] of lines.entries())
    if (outType === "offline" && (line.salePrice ?? "") === "")
      throw at(`items.${i}.salePrice`, "请输入售价");
  await requireDate(c, whole.bizDate);
  const may = outType === "adjust" || outType === "sample";
  await requireWarehouse(c, whole.warehouseId, may ? undefined : "FBA仓只能做调整或样品领用出库");
}

/** One living document for what a source asks for; who asks for the same number waits. */
export async function requireOnlySource({ sql, tenantId }: RuleContext, row: Row) {
  if (!row.sourceNo) return;
  await lockAdvisory(sql, "otherOutSource", `${tenantId}/${row.sourceNo}`);
  const other = await sql.one<{ no: string }>(
    `select no from other_out where tenant_id = $1 and source_no = $2 and id <> $3 and del_flag = 0
       and status in ('auditing', 'approved', 'done') limit 1`,
    [tenantId, row.sourceNo, row.id],
  );
  if (other) throw conflict(`来源单号${row.sourceNo}已有出库单${other.no}`);
}
