import { tellRole } from "#backend/engine/connect/feed-runs";
import { seeUnmapped } from "#backend/engine/connect/unmapped";
import { createDraft, patch, perform, pick, type RuleContext } from "#backend/engine/documents";
import { keep, lockAdvisory } from "#backend/platform/db";
import { conflict, Refusal } from "#backend/platform/http";
import { dec, param } from "#backend/platform/values";
import { settlement } from "#documents/finance/settlement/settlement";
import type { AccountStore } from "../places";
import { accountOf } from "../rows";
import type { ReportTaken, ReportTold, TakenReport } from "../taken";
import { recount } from "./figures";
import { headOf, stageLines } from "./stage";

interface SettlementKnown {
  id: string;
  no: string;
  linesHash: string;
  totalAmount: string;
  changed: boolean;
}

/** The store of the account whose settlement it is. @throws Refusal 409 when none has its currency */
function mainStore(stores: readonly AccountStore[], currency: string): AccountStore {
  const found = stores.find((s) => s.currency === currency);
  if (!found) throw conflict(`结算币种${currency}与店铺币种${stores[0]?.currency ?? ""}不符`);
  return found;
}

/** Keeps the lines anew and works out what they say. */
async function fill(
  c: RuleContext,
  id: string,
  taken: Parameters<typeof stageLines>[2],
  stores: readonly AccountStore[],
  main: AccountStore,
) {
  await c.sql.query("delete from settlement_line where settlement_id = $1", [id]);
  const unmapped = await stageLines(c, id, taken, { stores, main });
  for (const [storeId, names] of unmapped)
    await seeUnmapped(
      c.sql,
      { tenantId: c.tenantId, storeId, source: "结算报告" },
      [...names].map(([code, [line]]) => ({
        code,
        title: null,
        count: 1,
        sample: line?.orderNo ?? "",
        firstSeen: line?.postedTime ?? new Date().toISOString(),
        lastSeen: line?.postedTime ?? new Date().toISOString(),
      })),
    );
  await recount(c, id);
}

/** A settlement in which there is nothing to decide is posted at once, where the company wants that. */
async function finish(c: RuleContext, id: string): Promise<void> {
  const row = await pick(c, settlement, id, [
    "totalAmount",
    "lineTotal",
    "diffAmount",
    "feeActual",
    "unknownCount",
    "unmappedCount",
  ]);
  if (!row || row.unknownCount || row.unmappedCount || !dec(row.totalAmount).eq(row.lineTotal)) return;
  if (dec(row.diffAmount).abs().times(100).gt(dec(row.feeActual).abs())) return;
  if (!(await param(c.sql, c.tenantId, "settlement_auto_post"))) return;
  await c.sql.query("savepoint settled");
  try {
    await perform(c, settlement, id, "reconcile", {}, { trusted: true });
    await perform(c, settlement, id, "post", {}, { trusted: true });
  } catch (error) {
    // It waits for a person, who is told the same at the button.
    if (!(error instanceof Refusal)) throw error;
    await c.sql.query("rollback to savepoint settled");
  }
}

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
async function tellFinance(c: RuleContext, id: string, why: SettlementNews): Promise<void> {
  const row = await pick(c, settlement, id, ["no", "status", "unknownCount", "unmappedCount"]);
  if (!row || (why === "new" && row.status === "posted")) return;
  const { title, text } = said({ ...row, no: row.no ?? "" }, why);
  const bizPath = `${settlement.screens.detail}?id=${id}`;
  await tellRole(c.sql, c.tenantId, "FINANCE", { title, pushDescribe: text, bizPath });
}

/** Takes in a settlement report (figures.md D.1). @throws Refusal 409 with what is wrong with it */
export async function takeSettlement(
  c: RuleContext,
  report: TakenReport,
  taken: ReportTaken,
  stores: readonly AccountStore[],
): Promise<ReportTold> {
  const file = { ...taken, siteCode: stores[0]?.siteCode ?? "" };
  const head = await headOf(file);
  const main = mainStore(stores, head.currency);
  const accountKey = `${accountOf(stores)}/${head.settlementNo}`;
  await lockAdvisory(c.sql, "settlementFile", `${c.tenantId}/${accountKey}`);
  const known = await c.sql.one<SettlementKnown>(
    `select id, no, lines_hash as "linesHash", total_amount::text as "totalAmount", changed from settlement
     where tenant_id = $1 and account_key = $2 and del_flag = 0 ${keep(c.sql, "settlement")}`,
    [c.tenantId, accountKey],
  );
  const period = `${head.startTime.slice(0, 10)} 至 ${head.endTime.slice(0, 10)}`;
  const told = { period, rowCount: head.lineCount, problem: null };
  const { sign: _, lineCount, ...fields } = head;
  if (!known) {
    const { id } = await createDraft(c, settlement, {
      ...fields,
      accountKey,
      storeId: main.id,
      lineCount,
      changed: false,
      reportFileId: report.id,
      ...(main.deptId && { deptId: main.deptId }),
    });
    await fill(c, id, { ...file, head }, stores, main);
    await finish(c, id);
    await tellFinance(c, id, "new");
    return { ...told, settlementId: id, state: "done" };
  }
  const same = known.linesHash === head.linesHash && dec(known.totalAmount).eq(head.totalAmount);
  if (same) return { ...told, settlementId: known.id, state: "duplicate", problem: `与结算单${known.no}相同` };
  if (!report.replaces) {
    await patch(c, settlement, known.id, { changed: true, changedFileId: report.id });
    if (!known.changed) await tellFinance(c, known.id, "changed");
    const problem = `与结算单${known.no}的内容不同，请在结算单上采用新文件或保留原文件`;
    return { ...told, settlementId: known.id, state: "changed", problem };
  }
  await patch(c, settlement, known.id, { ...fields, reportFileId: report.id, changedFileId: null });
  await fill(c, known.id, { ...file, head }, stores, main);
  return { ...told, settlementId: known.id, state: "done" };
}
