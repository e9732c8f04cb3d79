import { setImmediate } from "node:timers/promises";
import express, { type Router } from "express";
import { adminEndpoints } from "#backend/domain/admin/endpoints";
import { roleMatrixEndpoints } from "#backend/domain/admin/role-matrix";
import { statusEndpoints } from "#backend/domain/admin/status/endpoints";
import { goLiveEndpoints } from "#backend/domain/base/go-live";
import { pictureEndpoints } from "#backend/domain/base/pictures/endpoints";
import { presetEndpoints } from "#backend/domain/base/preset";
import { setupEndpoints } from "#backend/domain/base/setup";
import { workbookEndpoints } from "#backend/domain/base/workbook/endpoints";
import { bankFileEndpoints } from "#backend/domain/finance/bank/file";
import { openingEndpoints } from "#backend/domain/finance/opening/check";
import { statementEndpoints } from "#backend/domain/finance/payables/statement";
import { dataStatusEndpoints } from "#backend/domain/intake/status/endpoints";
import { freightEndpoints } from "#backend/domain/logistics/freight/endpoints";
import { packageEndpoints } from "#backend/domain/order/package/endpoints";
import { orderRuleEndpoints } from "#backend/domain/order/rule/endpoints";
import { inquiryEndpoints } from "#backend/domain/purchase/inquiry/endpoints";
import { adReportEndpoints } from "#backend/domain/reports/ads/endpoints";
import { cockpitEndpoints } from "#backend/domain/reports/cockpit/endpoints";
import { vocEndpoints } from "#backend/domain/service/voc/stat";
import { terminalEndpoints } from "#backend/domain/terminal/endpoints";
import { deskEndpoints } from "#backend/engine/desk/endpoints";
import { chainEndpoint } from "#backend/engine/documents";
import { commentEndpoints } from "#backend/engine/documents/around/comments";
import { documentEndpoints } from "#backend/engine/documents/endpoints";
import { downloadEndpoints } from "#backend/engine/documents/exports/background";
import { printedEndpoint } from "#backend/engine/documents/lifecycle/printed";
import { faceCheck, viewCheck } from "#backend/engine/documents/view-check";
import { importEndpoints } from "#backend/engine/imports/endpoints";
import { noticeEndpoints } from "#backend/engine/notices/endpoints";
import { noticeFileOwner } from "#backend/engine/notices/files";
import { manages } from "#backend/engine/notices/row";
import { searchEndpoints } from "#backend/engine/search/endpoints";
import { viewEndpoints } from "#backend/engine/views/endpoints";
import { workflowEndpoints } from "#backend/engine/workflow/endpoints";
import { flowFileOwner } from "#backend/engine/workflow/flow";
import { callerOf, resolveCaller } from "#backend/platform/auth/caller";
import { authEndpoints } from "#backend/platform/auth/endpoints";
import { tokenOfTicket } from "#backend/platform/auth/ticket";
import type { BackendConfig } from "#backend/platform/config";
import type { Database } from "#backend/platform/db";
import type { Standby } from "#backend/platform/db/standby";
import { fileEndpoints } from "#backend/platform/files/endpoints";
import type { FileOwners, OwnerCheck } from "#backend/platform/files/owners";
import type { Endpoint, Services } from "#backend/platform/http";
import { mount } from "#backend/platform/http/mount";
import { withDocs } from "#backend/platform/http/openapi-endpoints";
import { type AroundJob, type Job, startJobs } from "#backend/platform/jobs/queue";
import { logEndpoints } from "#backend/platform/logs/endpoints";
import type { Histories } from "#backend/platform/logs/oper-log";
import { writeLog } from "#backend/platform/logs/write";
import { whyEnded } from "#backend/platform/tenancy/kind";
import { documents } from "#documents";
import type { DocumentType } from "#documents/kit";
import { DEMO_ACCOUNTS, demoEndpoints } from "./demo";
import { engine } from "./domain";
import { jobsOf } from "./jobs";

/** Who may see what belongs to a record, by its kind: its files and its history. */
export function accessOf(documents: readonly DocumentType[]): { fileOwners: FileOwners; histories: Histories } {
  const views = documents.map((d) => [d.name, viewCheck(d)] as const);
  const owners = documents.map((d): [string, OwnerCheck] => {
    const [mayView, isFace] = [viewCheck(d), faceCheck(d)];
    return [
      d.name,
      async (sql, caller, { id, bizId: of }) => !!of && ((await mayView(sql, caller, of)) || isFace(sql, of, id)),
    ];
  });
  return {
    fileOwners: new Map([...owners, ["notification", noticeFileOwner], ["act_instance", flowFileOwner]]),
    histories: new Map([...views, ["notification", manages]]),
  };
}

export interface Backend {
  /** Everything below /api. */
  router: Router;
  /** Stops the jobs; the caller owns the database. */
  close(): Promise<void>;
}

/** Documents that the engine serves. */
const declared = documents.filter((d) => !d.calls?.handwritten);

const described = new Map<DocumentType, Endpoint[]>();

/** What is called of one document; its schemas are made once. */
function callsOf(d: DocumentType): Endpoint[] {
  const rules = engine.book.get(d.name)?.rules;
  const calls = described.get(d) ?? [...importEndpoints(d, rules), ...documentEndpoints(d, rules)];
  described.set(d, calls);
  return calls;
}

/** Describes the calls of a document at a time, for a start that waits for its database meanwhile. */
export async function describeEarly(): Promise<void> {
  for (const d of declared) {
    callsOf(d);
    await setImmediate();
  }
}

const describeEndpoints = (): Endpoint[] =>
  withDocs([
    ...authEndpoints(DEMO_ACCOUNTS),
    ...setupEndpoints,
    ...presetEndpoints,
    ...roleMatrixEndpoints,
    ...statusEndpoints,
    ...dataStatusEndpoints,
    ...workbookEndpoints,
    ...pictureEndpoints,
    ...goLiveEndpoints,
    ...openingEndpoints,
    ...logEndpoints,
    ...fileEndpoints,
    ...noticeEndpoints,
    ...adminEndpoints,
    chainEndpoint,
    ...commentEndpoints,
    printedEndpoint,
    ...downloadEndpoints,
    ...viewEndpoints,
    ...searchEndpoints,
    ...workflowEndpoints,
    ...deskEndpoints,
    ...inquiryEndpoints,
    ...bankFileEndpoints,
    ...statementEndpoints,
    ...freightEndpoints,
    ...packageEndpoints,
    ...vocEndpoints,
    ...orderRuleEndpoints,
    ...terminalEndpoints,
    ...cockpitEndpoints,
    ...adReportEndpoints,
    ...demoEndpoints,
    ...declared.flatMap(callsOf),
  ]);

let endpoints: Endpoint[] | undefined;

/** Every call of the backend, the ones that describe it included. Their schemas are made once. */
export const backendEndpoints = (): readonly Endpoint[] => {
  endpoints ??= describeEndpoints();
  return endpoints;
};

/** The whole reference ERP backend on one migrated database. */
export function createBackend(options: {
  config: BackendConfig;
  db: Database;
  /** For the calls, where it is not the same. */
  calls?: Database;
  standby?: Standby | undefined;
  log?: (line: string) => void;
  /** In place of its own ones. */
  services?: Partial<Services>;
  /** Work by the clock; all of it unless said. */
  jobs?: readonly Job[];
  around?: AroundJob;
}): Backend {
  const { config, db, calls = db, standby, log = console.error, jobs = jobsOf(config), around } = options;
  const services = { ...engine, ...accessOf(declared), people: callerOf, ...options.services };
  const router = express.Router();
  const rooms = { resolveCaller, tokenOfTicket, writeLog, whyEnded };
  router.use(mount(backendEndpoints(), { db: calls, standby, config, services, log, ...rooms }));
  const stopJobs = jobs.length ? startJobs({ db, log, jobs, around }) : async () => {};
  return { router, close: () => stopJobs() };
}
