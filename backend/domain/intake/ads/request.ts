import { z } from "zod";
import { call } from "#backend/engine/connect/call";
import type { Connector } from "#backend/engine/connect/connector";
import { download } from "#backend/engine/connect/download";
import { Later, Refused } from "#backend/engine/connect/words";
import { type Database, errorText } from "#backend/platform/db";
import { Refusal } from "#backend/platform/http";
import { AD_PRODUCTS } from "./kinds";
import { type AdRequest, dropAdRows, kindOfRequest, postAdReport, stageAdReport } from "./stage";

const CREATE = "application/vnd.createasyncreportrequest.v3+json";
/** Said with the number of the same request that is under way. */
const DUPLICATE = 425;

/** Minutes between looks at a report, and after which it is asked for again when it failed. */
const LOOK_MINUTES = 5;
const AGAIN_MINUTES = [30, 120, 480] as const;
const LONGEST_MINUTES = 240;
/** Times that a document is broken before its report is asked for anew. */
const MOST_BROKEN = 4;
/** Hours after which nobody waits for a report any more. */
const LOST_HOURS = 12;

const created = z.union([
  z.object({ reportId: z.string().min(1).max(100) }),
  z.object({ detail: z.string().max(1000) }),
]);
const looked = z.object({
  status: z.string().max(40),
  url: z.string().max(4000).nullish(),
  failureReason: z.string().nullish(),
});

/** Number of the report that is being made of the same request. */
function adopted(detail: string): string {
  const [found] = /[0-9a-f]{8}-[0-9a-f-]{20,40}/i.exec(detail) ?? [];
  if (!found) throw new Later(detail.slice(0, 200));
  return found;
}

async function ask(db: Database, connector: Connector, request: AdRequest): Promise<void> {
  const { adProduct, groupBy, columns } = kindOfRequest(request);
  const answer = await call(db, connector, {
    method: "POST",
    path: "/reporting/reports",
    type: CREATE,
    also: DUPLICATE,
    body: {
      name: `${request.type} ${request.start} ${request.end}`,
      startDate: request.start,
      endDate: request.end,
      configuration: {
        adProduct: AD_PRODUCTS[adProduct],
        groupBy: [groupBy],
        columns,
        reportTypeId: request.type,
        timeUnit: "DAILY",
        format: "GZIP_JSON",
      },
    },
    schema: created,
  });
  await db.query(
    `update ad_report set state = 'waiting', platform_no = $2, error = null,
       next_run = now() + make_interval(mins => ${LOOK_MINUTES}) where id = $1`,
    [request.id, "reportId" in answer ? answer.reportId : adopted(answer.detail)],
  );
}

const HELD = "数据明显减少，请确认";

async function look(db: Database, connector: Connector, request: AdRequest): Promise<void> {
  const answer = await call(db, connector, {
    path: `/reporting/reports/${encodeURIComponent(request.platformNo ?? "")}`,
    schema: looked,
  });
  if (answer.status === "COMPLETED" && answer.url) {
    const rows = await stageAdReport(db, request, download(connector, { url: answer.url, gzip: true }));
    if (await postAdReport(db, request, connector.profileId, rows)) return;
    await dropAdRows(db, request.id);
    await db.query("update ad_report set state = 'held', error = $2, row_count = $3 where id = $1", [
      request.id,
      HELD,
      rows,
    ]);
    return;
  }
  if (answer.status === "FAILED") throw new Refused((answer.failureReason || "平台没有生成报告").slice(0, 300));
  await db.query(
    `update ad_report set next_run = now() + make_interval(mins => ${LOOK_MINUTES}),
       state = case when create_time < now() - make_interval(hours => ${LOST_HOURS}) then 'due' else state end
     where id = $1`,
    [request.id],
  );
}

/** It is asked for anew later; after the last time it is given up. */
const again = (db: Database, { id, attempts }: AdRequest, error: string) =>
  db.query(
    `update ad_report set attempts = attempts + 1, error = $2, platform_no = null,
       state = case when $3::int is null then 'failed' else 'due' end,
       end_time = case when $3::int is null then now() end, next_run = now() + make_interval(mins => coalesce($3, 0))
     where id = $1`,
    [id, error.slice(0, 300), AGAIN_MINUTES[attempts] ?? null],
  );

/** It is tried again as it is; a document that stays broken is asked for anew. */
const later = (db: Database, { id, attempts }: AdRequest, { message, afterSeconds }: Later) =>
  db.query(
    `update ad_report set error = $2, state = case when $4 then 'due' else state end,
       attempts = case when state = 'waiting' and $3::int is null and not $4 then attempts + 1 else 0 end,
       next_run = now() + make_interval(secs => coalesce($3::int,
         60 * least(${LOOK_MINUTES} * (2 ^ least(attempts, 8))::int, ${LONGEST_MINUTES})))
     where id = $1`,
    [id, message.slice(0, 300), afterSeconds ? Math.ceil(afterSeconds) : null, attempts >= MOST_BROKEN],
  );

/**
 * One step of a report: asked for, looked at, taken. What is wrong is kept with it.
 * @returns what kept the other side from answering
 */
export async function stepAdReport(db: Database, connector: Connector, request: AdRequest): Promise<Later | undefined> {
  try {
    await (request.state === "due" ? ask(db, connector, request) : look(db, connector, request));
  } catch (error) {
    if (error instanceof Later) {
      await later(db, request, error);
      return error;
    }
    if (!(error instanceof Refused || error instanceof Refusal)) throw error;
    await again(db, request, errorText(error, "message"));
  }
  return undefined;
}
