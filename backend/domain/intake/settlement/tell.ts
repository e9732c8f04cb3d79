import { pick, type RuleContext } from "#backend/engine/documents";
import { notify } from "#backend/engine/notices/notify";
import { settlement } from "#documents/finance/settlement/settlement";

/** Why finance is told of a settlement. */
type SettlementNews = "new" | "changed";

/** What is said of one that waits for a person, by what it waits for. */
function said(row: { no: string; unknownCount: number | null; unmappedCount: number | null }, why: SettlementNews) {
  if (why === "changed")
    return { title: `结算单${row.no}有变更`, text: "同一结算编号又收到内容不同的文件，请采用新文件或保留原文件" };
  if (row.unknownCount)
    return { title: `结算单${row.no}有未归类的费用`, text: `未归类${row.unknownCount}行，请在“费用归类”补充后核对` };
  const unmapped = row.unmappedCount ? `，有${row.unmappedCount}个未映射的MSKU` : "";
  return { title: `结算单${row.no}待核对`, text: `新的结算单等待核对和过账${unmapped}` };
}

/** Tells finance of a settlement that waits for a person (figures.md D.1); one that is posted waits for nobody. */
export async function tellFinance(c: RuleContext, id: string, why: SettlementNews): Promise<void> {
  const row = await pick(c, settlement, id, ["no", "status", "unknownCount", "unmappedCount"]);
  if (!row || (why === "new" && row.status === "posted")) return;
  const people = await c.sql.query<{ id: string }>(
    `select u.id from sys_user u join sys_user_role ur on ur.user_id = u.id join sys_role r on r.id = ur.role_id
     where u.tenant_id = $1 and u.del_flag = 0 and u.lock_flag = '0' and r.del_flag = 0 and r.role_code = 'FINANCE'`,
    [c.tenantId],
  );
  const { title, text } = said({ ...row, no: row.no ?? "" }, why);
  await notify(c.sql, {
    tenantId: c.tenantId,
    userIds: people.map((p) => p.id),
    title,
    pushDescribe: text,
    bizPath: `${settlement.screens.detail}?id=${id}`,
  });
}
