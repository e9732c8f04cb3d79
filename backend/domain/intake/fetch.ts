import { z } from "zod";
import { call } from "#backend/engine/connect/call";
import { type Connector, connectorOf, connectorsOf } from "#backend/engine/connect/connector";
import { Spent } from "#backend/engine/connect/quota";
import { Later, Refused } from "#backend/engine/connect/words";
import type { Engine } from "#backend/engine/documents";
import { eachBeside } from "#backend/platform/beside";
import type { BackendConfig } from "#backend/platform/config";
import { type Database, errorText, whileFree } from "#backend/platform/db";
import { type FetchProgram, keepReport } from "./keep-report";
import { QUOTAS } from "./quotas";

/** Name of the job that asks marketplaces for their reports. */
export const FETCH_REPORTS = "fetchReports";

/** What can be had without asking for it to be made: it is there when a period has ended (figures.md A.1). */
const SETTLEMENTS = "GET_V2_SETTLEMENT_REPORT_DATA_FLAT_FILE_V2";
/** Days that a new connection looks back, and by which every turn reaches into the one before. */
const FIRST_DAYS = 90;
const AGAIN_DAYS = 3;
const EVERY_MINUTES = 240;
/** Connections that are asked beside each other. */
const BESIDE = 3;
/** Pages of a list that one turn reads. */
const MOST_PAGES = 50;
const SOON_MINUTES = 5;
const LONGEST_MINUTES = 240;

const listed = z.object({
  reports: z.array(
    z.object({
      reportId: z.string().min(1).max(60),
      processingStatus: z.string(),
      reportDocumentId: z.string().max(300).optional(),
      createdTime: z.string(),
    }),
  ),
  nextToken: z.string().optional(),
});
type ReportListed = z.output<typeof listed>["reports"][number];

interface ReportDue {
  id: string;
  tenantId: string;
  since: string;
}

/**
 * Connections whose reports are due, one for each seller account: its stores have the same (figures.md A.1).
 */
const dueOf = (db: Database, ids: readonly string[]) =>
  db.query<ReportDue>(
    `select id, "tenantId", since from (
       select distinct on (x.tenant_id, coalesce(nullif(s.seller_id, ''), s.id::text)) x.id, x.tenant_id as "tenantId",
         coalesce(f.next_run, now()) as next_run,
         to_char(coalesce(f.listed_to - make_interval(days => ${AGAIN_DAYS}), now() - make_interval(days => ${FIRST_DAYS}))
           at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
       from connector x join store s on s.id = x.store_id and s.del_flag = 0 and s.state = 'enabled'
         left join report_feed f on f.connector_id = x.id
       where x.id = any($1::bigint[])
       order by x.tenant_id, coalesce(nullif(s.seller_id, ''), s.id::text), x.id) d
     where next_run <= now() order by next_run`,
    [ids],
  );

/** Reports of a connection that are not here yet, the newest first. */
async function unknownReports(db: Database, connector: Connector, since: string): Promise<ReportListed[]> {
  const found: ReportListed[] = [];
  let nextToken: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = nextToken ? { nextToken } : { reportTypes: SETTLEMENTS, createdSince: since, pageSize: "100" };
    const answer = await call(db, connector, {
      path: "/reports/2021-06-30/reports",
      query,
      schema: listed,
      quota: QUOTAS.getReports,
    });
    found.push(...answer.reports);
    if (!answer.nextToken) break;
    if (answer.nextToken === nextToken) throw new Later("对方的翻页没有前进");
    nextToken = answer.nextToken;
  }
  const known = await db.query<{ no: string }>(
    `select platform_no as no from report_file
     where tenant_id = $1 and platform_no = any($2) and del_flag = 0`,
    [connector.tenantId, found.map((r) => r.reportId)],
  );
  const here = new Set(known.map((k) => k.no));
  return found.filter((r) => r.processingStatus === "DONE" && r.reportDocumentId && !here.has(r.reportId));
}

/** Asks one connection; what was kept before it broke off stays. */
async function fetchOf(program: FetchProgram, { id, since }: ReportDue): Promise<void> {
  const connector = await connectorOf(program.db, id);
  for (const { reportId, reportDocumentId, createdTime } of await unknownReports(program.db, connector, since))
    await keepReport(program, connector, {
      reportId,
      documentId: reportDocumentId ?? "",
      original: `settlement-${reportId}.txt`,
      time: createdTime,
    });
}

/** When it is asked again, and what was wrong. */
const note = (db: Database, { id, tenantId }: ReportDue, fault: { error: string; seconds?: number } | null) =>
  db.query(
    `insert into report_feed as f (connector_id, tenant_id, listed_to, next_run, attempts, error, last_run)
     values ($1, $2, case when $3::text is null then now() end,
       now() + case when $3::text is null then make_interval(mins => ${EVERY_MINUTES})
         else make_interval(secs => coalesce($4::int, ${SOON_MINUTES * 60})) end,
       case when $3::text is null then 0 else 1 end, $3, now())
     on conflict (connector_id) do update set last_run = now(), error = excluded.error,
       listed_to = coalesce(excluded.listed_to, f.listed_to),
       attempts = case when excluded.error is null then 0 else f.attempts + 1 end,
       next_run = case when excluded.error is null or $4::int is not null then excluded.next_run
         else now() + make_interval(mins => least(${SOON_MINUTES} * (2 ^ least(f.attempts, 10))::int, ${LONGEST_MINUTES})) end`,
    [id, tenantId, fault?.error.slice(0, 300) ?? null, fault?.seconds ?? null],
  );

/** It goes on when there are calls again: that is no fault. */
const wait = (db: Database, { id, tenantId }: ReportDue, { afterSeconds = 0 }: Spent) =>
  db.query(
    "update report_feed set next_run = now() + make_interval(secs => $3) where connector_id = $1 and tenant_id = $2",
    [id, tenantId, afterSeconds],
  );

/**
 * Asks every marketplace for settlements that are not here (figures.md A.1): one connection's trouble delays no
 * other, and what breaks off is asked again, later and later.
 */
export async function fetchReports(db: Database, engine: Engine, config: BackendConfig): Promise<void> {
  const ids = (await connectorsOf(db, "marketplace")).map((c) => c.id);
  await eachBeside(await dueOf(db, ids), BESIDE, (due) =>
    whileFree(db, "reportFeed", due.id, async () => {
      try {
        await fetchOf({ db, engine, config }, due);
        await note(db, due, null);
      } catch (error) {
        if (error instanceof Spent) return wait(db, due, error);
        if (!(error instanceof Later || error instanceof Refused)) throw error;
        const seconds = error instanceof Later ? error.afterSeconds : undefined;
        await note(db, due, { error: errorText(error, "message"), ...(seconds && { seconds: Math.ceil(seconds) }) });
      }
    }),
  );
}
