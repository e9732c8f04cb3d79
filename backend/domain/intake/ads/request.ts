import { z } from "zod";
import { call } from "#backend/engine/connect/call";
import type { Connector } from "#backend/engine/connect/connector";
import { download } from "#backend/engine/connect/download";
import { Later, Refused } from "#backend/engine/connect/words";
import { type Database, errorText, inSeconds, patchRow } from "#backend/platform/db";
import { Refusal } from "#backend/platform/http";
import { askAgain, askLater, LOOK_SECONDS, stillAsked, unlessCancelled } from "../asked-again";
import { AD_PRODUCTS } from "./kinds";
import { type AdRequest, dropAdRows, kindOfRequest, postAdReport, stageAdReport } from "./stage";

const CREATE = "application/vnd.createasyncreportrequest.v3+json";
/** Said with the number of the same request that is under way. */
const DUPLICATE = 425;

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
  await patchRow(db, "ad_report", request.id, {
    state: unlessCancelled("waiting"),
    platform_no: "reportId" in answer ? answer.reportId : adopted(answer.detail),
    error: null,
    next_run: inSeconds(LOOK_SECONDS),
  });
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
    await patchRow(db, "ad_report", request.id, { state: unlessCancelled("held"), error: HELD, row_count: rows });
    return;
  }
  if (answer.status === "FAILED") throw new Refused((answer.failureReason || "平台没有生成报告").slice(0, 300));
  await patchRow(db, "ad_report", request.id, {
    next_run: inSeconds(LOOK_SECONDS),
    state: request.lost ? unlessCancelled("due") : undefined,
  });
}

/**
 * One step of a report: asked for, looked at, taken. What is wrong is kept with it.
 * @returns what kept the other side from answering
 */
export async function stepAdReport(db: Database, connector: Connector, request: AdRequest): Promise<Later | undefined> {
  if (!(await stillAsked(db, "ad_report", request.id))) return undefined;
  try {
    await (request.state === "due" ? ask(db, connector, request) : look(db, connector, request));
  } catch (error) {
    if (error instanceof Later) {
      await askLater(db, "ad_report", request, error);
      return error;
    }
    if (!(error instanceof Refused || error instanceof Refusal)) throw error;
    await askAgain(db, "ad_report", request, errorText(error, "message"));
  }
  return undefined;
}
