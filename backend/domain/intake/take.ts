import { receiveTold } from "#backend/domain/logistics/transfer/told";
import { type Engine, moveTo, patch, type RuleContext } from "#backend/engine/documents";
import { columnsOf, contentOf, type OpenReport } from "#backend/engine/reports/read";
import { eachBeside } from "#backend/platform/beside";
import { sparingly } from "#backend/platform/breath";
import type { BackendConfig } from "#backend/platform/config";
import { type Database, errorText, keep, type Sql } from "#backend/platform/db";
import { storesOf } from "#backend/platform/files/store";
import { conflict, Refusal, systemOf } from "#backend/platform/http";
import { reportFile } from "#documents/base/report-file";
import { entriesOf, keysOf } from "#documents/kit";
import { adKindOf } from "./ads/upload";
import { aliasesOf, kindOf, LacksColumns } from "./files/columns";
import { isSnapshot, REPORT_KINDS } from "./kinds";
import { pairLedger } from "./ledger/ledger";
import { pairListed } from "./listings/listings";
import { accountStores, habitsOf } from "./places";
import { pairReimbursements } from "./reimbursements";
import { pairReturns } from "./returns";
import { insertFeeTypes } from "./settlement/fee-types";
import { pairLines } from "./settlement/pair";
import { postAsked } from "./settlement/settlement";
import { pairStock } from "./stock";
import { pairStorage } from "./storage/fees";
import type { TakenReport } from "./taken";
import { jsonSign, pairTraffic } from "./traffic";

/** Files that one turn reads at most; the next turn goes on. */
const MOST = 200;

interface WaitingReport extends TakenReport {
  blob: string | null;
  storage: string | null;
}

const OF_STORE = entriesOf(REPORT_KINDS).flatMap(([kind, { ofStore }]) => (ofStore ? kind : []));
const SNAPSHOTS = keysOf(REPORT_KINDS).filter(isSnapshot);

/** Which report a file is: by what it says in JSON, else by its columns. @throws Refusal 409 */
async function recognised({ sql, tenantId }: RuleContext, open: OpenReport, charset: string) {
  const sign = await jsonSign(open);
  if (sign) return { kind: sign === "[" ? await adKindOf(open) : ("traffic" as const), columns: [] };
  return kindOf(await columnsOf(open, charset), await aliasesOf(sql, tenantId));
}

/**
 * Takes in one file, in the caller's transaction. The same as before says nothing new, unless it says how something is
 * now and was made later.
 * @throws Refusal 409 with what is wrong with it
 */
export async function takeOne(c: RuleContext, report: TakenReport, open: OpenReport): Promise<void> {
  const [store, ...others] = await accountStores(c.sql, report.storeId);
  if (!store) throw conflict("店铺不存在");
  const { hash, charset } = await contentOf(open, habitsOf(store.siteCode).charset);
  // What is about one store alone may be the same of another.
  const twin = await c.sql.one<{ no: string; time: string }>(
    `select no, to_char(create_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as time from report_file
     where tenant_id = $1 and hash = $2 and id <> $3 and status in ('done', 'changed') and del_flag = 0
       and store_id = any($4::bigint[]) and (store_id = $5 or kind <> all($6))
       and not (kind = any($7) and exists (select 1 from report_file n where n.id = $3
         and n.report_time > coalesce(report_file.report_time, report_file.create_time)))
     order by id limit 1`,
    [c.tenantId, hash, report.id, [store, ...others].map((s) => s.id), store.id, OF_STORE, SNAPSHOTS],
  );
  if (twin) {
    await patch(c, reportFile, report.id, { hash, charset, problem: `该文件已于${twin.time}导入（${twin.no}）` });
    return moveTo(c, reportFile, report.id, "duplicate", "解析");
  }
  const { kind, columns } = await recognised(c, open, charset);
  const taken = { open, charset, columns, hash };
  const { state = "done", ...told } = await REPORT_KINDS[kind].take(c, report, taken, [store, ...others]);
  await patch(c, reportFile, report.id, { kind, hash, charset, problem: null, unread: null, ...told, replaces: false });
  await moveTo(c, reportFile, report.id, state, "解析");
}

/** What failed is said at the file, which waits for a person. */
async function failed(sql: Sql, engine: Engine, { id, tenantId }: WaitingReport, error: unknown): Promise<void> {
  const c: RuleContext = { sql, ...systemOf(tenantId), ...engine };
  await patch(c, reportFile, id, {
    problem: errorText(error, "message").slice(0, 500),
    ...(error instanceof LacksColumns && { kind: error.kind, unread: error.unread.join("、").slice(0, 1000) }),
  });
  await moveTo(c, reportFile, id, "failed", "解析");
}

/** Takes in one file that waits, unless somebody else does; what is wrong with it is its own, and said at it. */
async function takeWaiting(db: Database, engine: Engine, config: BackendConfig, id: string): Promise<void> {
  let report: WaitingReport | undefined;
  try {
    const takes = async (sql: Sql) => {
      report = await sql.one<WaitingReport>(
        `select r.id, r.tenant_id as "tenantId", r.store_id as "storeId", r.replaces,
           r.file_name as "fileName", f.hash as blob, b.storage,
           to_char(coalesce(r.report_time, r.create_time) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "reportTime"
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
    await db.tx(takes, { long: true });
  } catch (error) {
    if (!(error instanceof Refusal) || !report) throw error;
    const refused = report;
    await db.tx((sql) => failed(sql, engine, refused, error));
  }
}

/**
 * Gives lines the goods that are known by now, and takes in the report files that wait, one after the other, each
 * wholly or not at all. A fault of one leaves it waiting and keeps no other from its turn. What they say came of
 * shipments is received.
 */
export async function takeReports(db: Database, engine: Engine, config: BackendConfig): Promise<void> {
  await insertFeeTypes(db);
  await pairLines(db, engine);
  await pairStorage(db, engine);
  await pairReturns(db, engine);
  await pairReimbursements(db, engine);
  await pairStock(db, engine);
  await pairLedger(db, engine);
  await pairTraffic(db, engine);
  await pairListed(db, engine);
  const waiting = await db.query<{ id: string }>(
    "select id from report_file where status = 'waiting' and del_flag = 0 order by id limit $1",
    [MOST],
  );
  await sparingly(async () => {
    await eachBeside(waiting, 1, ({ id }) => takeWaiting(db, engine, config, id));
    await postAsked(db, engine);
  });
  await receiveTold(db, engine);
}
