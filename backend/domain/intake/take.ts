import { seeUnmapped } from "#backend/engine/connect/unmapped";
import { createDraft, type Engine, moveTo, patch, perform, pick, type RuleContext } from "#backend/engine/documents";
import { columnsOf, contentOf, type OpenReport } from "#backend/engine/reports/read";
import { eachBeside } from "#backend/platform/beside";
import type { BackendConfig } from "#backend/platform/config";
import { type Database, errorText, keep, lockAdvisory, type Sql } from "#backend/platform/db";
import { storesOf } from "#backend/platform/files/store";
import { conflict, Refusal, systemOf } from "#backend/platform/http";
import { dec, param } from "#backend/platform/values";
import { type ReportKind, reportFile } from "#documents/base/report-file";
import { settlement } from "#documents/finance/settlement/settlement";
import { PREVIEW_COLUMNS, takePreview } from "./preview";
import { insertFeeTypes } from "./settlement/fee-types";
import { recount } from "./settlement/figures";
import { pairLines } from "./settlement/pair";
import { type AccountStore, accountStores, habitsOf } from "./settlement/places";
import { postAsked } from "./settlement/settlement";
import { headOf, SETTLEMENT_COLUMNS, stageLines } from "./settlement/stage";

/** Files that one turn reads at most; the next turn goes on. */
const MOST = 200;

/** The row of a report, and the store of the account that it is about. */
interface TakenReport {
  id: string;
  tenantId: string;
  storeId: string;
  /** Its lines take the place of those that there are. */
  replaces: boolean | null;
}

interface WaitingReport extends TakenReport {
  blob: string | null;
  storage: string | null;
}

const KINDS: readonly (readonly [ReportKind, readonly string[]])[] = [
  ["settlement", SETTLEMENT_COLUMNS],
  ["feePreview", PREVIEW_COLUMNS],
];

/** Which report it is, by its columns. @throws Refusal 409 naming what the nearest one lacks */
function kindOf(columns: readonly string[]): ReportKind {
  const [best] = KINDS.map(([kind, needs]) => ({
    kind,
    missing: needs.filter((name) => !columns.includes(name)),
    share: needs.filter((name) => columns.includes(name)).length / needs.length,
  })).sort((a, b) => b.share - a.share);
  if (!best || best.share < 0.5) throw conflict("无法识别的报告，请上传结算报告（V2）或FBA费用预览的原文件");
  if (best.missing.length) throw conflict(`缺少列：${best.missing.join("、")}`);
  return best.kind;
}

/** A report that is about to be taken in: where it is read from and how it is written. */
interface ReportTaken {
  open: OpenReport;
  charset: string;
  columns: readonly string[];
  hash: string;
}

interface SettlementKnown {
  id: string;
  no: string;
  linesHash: string;
  totalAmount: string;
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

async function takeSettlement(
  c: RuleContext,
  report: TakenReport,
  taken: ReportTaken,
  stores: readonly AccountStore[],
) {
  const file = { ...taken, siteCode: stores[0]?.siteCode ?? "" };
  const head = await headOf(file);
  const main = mainStore(stores, head.currency);
  const owner = [...stores].sort((a, b) => Number(a.id) - Number(b.id))[0]?.id ?? main.id;
  const accountKey = `${owner}/${head.settlementNo}`;
  await lockAdvisory(c.sql, "settlementFile", `${c.tenantId}/${accountKey}`);
  const known = await c.sql.one<SettlementKnown>(
    `select id, no, lines_hash as "linesHash", total_amount::text as "totalAmount" from settlement
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
    return { ...told, settlementId: id, state: "done" as const };
  }
  const same = known.linesHash === head.linesHash && dec(known.totalAmount).eq(head.totalAmount);
  if (same) return { ...told, settlementId: known.id, state: "duplicate" as const, problem: `与结算单${known.no}相同` };
  if (!report.replaces) {
    await patch(c, settlement, known.id, { changed: true, changedFileId: report.id });
    const problem = `与结算单${known.no}的内容不同，请在结算单上采用新文件或保留原文件`;
    return { ...told, settlementId: known.id, state: "changed" as const, problem };
  }
  await patch(c, settlement, known.id, { ...fields, reportFileId: report.id, changedFileId: null });
  await fill(c, known.id, { ...file, head }, stores, main);
  return { ...told, settlementId: known.id, state: "done" as const };
}

/** Takes in one file, in the caller's transaction. @throws Refusal 409 with what is wrong with it */
export async function takeOne(c: RuleContext, report: TakenReport, open: OpenReport): Promise<void> {
  const stores = await accountStores(c.sql, report.storeId);
  const [store] = stores;
  if (!store) throw conflict("店铺不存在");
  const { hash, charset } = await contentOf(open, habitsOf(store.siteCode).charset);
  const twin = await c.sql.one<{ no: string; time: string }>(
    `select no, to_char(create_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as time from report_file
     where tenant_id = $1 and hash = $2 and id <> $3 and status in ('done', 'changed') and del_flag = 0
       and store_id = any($4::bigint[]) order by id limit 1`,
    [c.tenantId, hash, report.id, stores.map((s) => s.id)],
  );
  if (twin) {
    await patch(c, reportFile, report.id, { hash, charset, problem: `该文件已于${twin.time}导入（${twin.no}）` });
    return moveTo(c, reportFile, report.id, "duplicate", "解析");
  }
  const columns = await columnsOf(open, charset);
  const kind = kindOf(columns);
  const taken = { open, charset, columns, hash };
  if (kind === "feePreview") {
    const rowCount = await takePreview(c, { ...taken, fileId: report.id }, store);
    await patch(c, reportFile, report.id, { kind, hash, charset, rowCount, problem: null });
    return moveTo(c, reportFile, report.id, "done", "解析");
  }
  const { state, ...told } = await takeSettlement(c, report, taken, stores);
  await patch(c, reportFile, report.id, { kind, hash, charset, ...told, replaces: false });
  await moveTo(c, reportFile, report.id, state, "解析");
}

/** What failed is said at the file, which waits for a person. */
async function failed(sql: Sql, engine: Engine, { id, tenantId }: WaitingReport, error: unknown): Promise<void> {
  const c: RuleContext = { sql, ...systemOf(tenantId), ...engine };
  await patch(c, reportFile, id, { problem: errorText(error, "message").slice(0, 500) });
  await moveTo(c, reportFile, id, "failed", "解析");
}

/** Takes in one file that waits, unless somebody else does; what is wrong with it is its own, and said at it. */
async function takeWaiting(db: Database, engine: Engine, config: BackendConfig, id: string): Promise<void> {
  let report: WaitingReport | undefined;
  try {
    const takes = async (sql: Sql) => {
      report = await sql.one<WaitingReport>(
        `select r.id, r.tenant_id as "tenantId", r.store_id as "storeId", r.replaces, f.hash as blob, b.storage
         from report_file r left join sys_file f on f.id = r.files[1]::bigint and f.del_flag = 0
           left join sys_file_blob b on b.hash = f.hash
         where r.id = $1 and r.status = 'waiting' and r.del_flag = 0 ${keep(sql, "report_file", "change", "r")} skip locked`,
        [id],
      );
      if (!report) return;
      const { blob, storage } = report;
      const store = storage ? storesOf(config).named(storage) : undefined;
      if (!store || !blob) throw conflict("文件不存在");
      await takeOne({ sql, ...systemOf(report.tenantId), ...engine }, report, () => store.open(blob));
    };
    // A file may take minutes.
    await db.tx(takes, { again: false });
  } catch (error) {
    if (!(error instanceof Refusal) || !report) throw error;
    const refused = report;
    await db.tx((sql) => failed(sql, engine, refused, error));
  }
}

/**
 * Gives lines the goods that are known by now, and takes in the report files that wait, one after the other, each
 * wholly or not at all. A fault of one leaves it waiting and keeps no other from its turn.
 */
export async function takeReports(db: Database, engine: Engine, config: BackendConfig): Promise<void> {
  await insertFeeTypes(db);
  await pairLines(db, engine);
  const waiting = await db.query<{ id: string }>(
    "select id from report_file where status = 'waiting' and del_flag = 0 order by id limit $1",
    [MOST],
  );
  await eachBeside(waiting, 1, ({ id }) => takeWaiting(db, engine, config, id));
  await postAsked(db, engine);
}
