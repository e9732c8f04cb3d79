import express, { type Router } from "express";
import { documents } from "#documents";
import { accessOf } from "./access";
import { adminEndpoints } from "./admin/endpoints";
import { callerOf, resolveCaller } from "./auth/caller";
import { authEndpoints } from "./auth/endpoints";
import { tokenOfTicket } from "./auth/ticket";
import type { BackendConfig } from "./config";
import type { Database } from "./db/sql";
import { deskEndpoints } from "./desk/endpoints";
import { chainEndpoint } from "./documents/around/chain";
import { commentEndpoints } from "./documents/around/comments";
import { documentEndpoints } from "./documents/endpoints";
import { downloadEndpoints } from "./documents/exports/background";
import { printedEndpoint } from "./documents/lifecycle/printed";
import { fileEndpoints } from "./files/endpoints";
import type { Endpoint, Services } from "./http/endpoint";
import { mount } from "./http/mount";
import { withDocs } from "./http/openapi-endpoints";
import { importEndpoints } from "./imports/endpoints";
import type { Job } from "./jobs/job";
import { jobsOf } from "./jobs/jobs";
import { startJobs } from "./jobs/queue";
import { logEndpoints } from "./logs/endpoints";
import { writeLog } from "./logs/write";
import { noticeEndpoints } from "./notices/endpoints";
import { adReportEndpoints } from "./reports/ads/endpoints";
import { cockpitEndpoints } from "./reports/cockpit/endpoints";
import { engine } from "./rules";
import { bankFileEndpoints } from "./rules/finance/bank/file";
import { statementEndpoints } from "./rules/finance/payables/endpoints";
import { freightEndpoints } from "./rules/logistics/freight/endpoints";
import { packageEndpoints } from "./rules/order/package/endpoints";
import { orderRuleEndpoints } from "./rules/order/rule/endpoints";
import { inquiryEndpoints } from "./rules/purchase/inquiry/endpoints";
import { vocEndpoints } from "./rules/service/voc/endpoints";
import { searchEndpoints } from "./search/endpoints";
import { DEMO_ACCOUNTS } from "./seed";
import { terminalEndpoints } from "./terminal/endpoints";
import { viewEndpoints } from "./views/endpoints";
import { workflowEndpoints } from "./workflow/endpoints";

export interface Backend {
  /** Everything below /api. */
  router: Router;
  /** Stops the jobs; the caller owns the database. */
  close(): Promise<void>;
}

/** Documents that the engine serves. */
const declared = documents.filter((d) => !d.handwritten);

const describeEndpoints = (): Endpoint[] =>
  withDocs([
    ...authEndpoints(DEMO_ACCOUNTS),
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
    ...declared.flatMap((d) => [
      ...importEndpoints(d, engine.book.get(d.name)?.rules),
      ...documentEndpoints(d, engine.book.get(d.name)?.rules),
    ]),
  ]);

let described: Endpoint[] | undefined;

/** Every call of the backend, the ones that describe it included. Their schemas are made once. */
export const backendEndpoints = (): readonly Endpoint[] => {
  described ??= describeEndpoints();
  return described;
};

/** The whole reference ERP backend on one migrated database. */
export function createBackend(options: {
  config: BackendConfig;
  db: Database;
  /** For the calls, where it is not the same. */
  calls?: Database;
  log?: (line: string) => void;
  /** In place of its own ones. */
  services?: Partial<Services>;
  /** Work by the clock; all of it unless said. */
  jobs?: readonly Job[];
}): Backend {
  const { config, db, calls = db, log = console.error, jobs = jobsOf(config) } = options;
  const services = { ...engine, ...accessOf(declared), people: callerOf, ...options.services };
  const router = express.Router();
  const rooms = { resolveCaller, tokenOfTicket, writeLog };
  router.use(mount(backendEndpoints(), { db: calls, config, services, log, ...rooms }));
  const stopJobs = jobs.length ? startJobs({ db, log, jobs }) : async () => {};
  return { router, close: () => stopJobs() };
}
