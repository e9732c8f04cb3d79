import { connectorOf, connectorsOf } from "#backend/engine/connect/connector";
import { Later, Refused } from "#backend/engine/connect/words";
import { patch } from "#backend/engine/documents";
import { pairedAdvertised, placeAdvertised } from "#backend/ledgers/facts/ad-days";
import { eachBeside } from "#backend/platform/beside";
import { type Database, errorText, whileFree } from "#backend/platform/db";
import { Refusal } from "#backend/platform/http";
import { connector as connectorType } from "#documents/base/connector";
import { LOST_HOURS } from "../asked-again";
import { planAds } from "./plan";
import { readAccountIfDue } from "./read-account";
import { stepAdReport } from "./request";
import type { AdRequest } from "./stage";

/** Name of the job that asks advertising accounts for their reports. */
export const FETCH_ADS = "fetchAds";

/** Connections that are asked beside each other, so that a slow one keeps nobody waiting. */
const BESIDE = 3;
/** Answers that fail to come before a connection is left alone for this turn. */
const PATIENCE = 2;

/** Connections, one for each store: the same account need not be asked twice. */
const dueOf = (db: Database, ids: readonly string[]) =>
  db.query<{ id: string }>(
    `select distinct on (x.tenant_id, x.store_id) x.id
     from connector x join store s on s.id = x.store_id and s.del_flag = 0 and s.state = 'enabled'
     where x.id = any($1::bigint[]) order by x.tenant_id, x.store_id, x.id`,
    [ids],
  );

const REQUESTS = `
  select id, tenant_id as "tenantId", store_id as "storeId", report_type as type, start_date::text as start,
    end_date::text as "end", state, platform_no as "platformNo", attempts, accepted,
    create_time < now() - make_interval(hours => ${LOST_HOURS}) as lost
  from ad_report where connector_id = $1 and state in ('due', 'waiting') and next_run <= now()
  order by asked_by = 'person' desc, id`;

/** Says at the connection what of it needs somebody; calls that are answered say that it is well. */
async function tellFault(db: Database, id: string, fault: string | undefined): Promise<void> {
  const open = await db.one<{ error: string }>(
    `select report_type || '：' || error as error from ad_report
     where connector_id = $1 and state in ('held', 'failed') and end_date > now()::date - 60 and not exists (
       select 1 from ad_report n where n.connector_id = $1 and n.report_type = ad_report.report_type
         and n.id > ad_report.id and n.state = 'done')
     order by id desc limit 1`,
    [id],
  );
  const told = fault ?? open?.error;
  if (told) await patch({ sql: db }, connectorType, id, { lastError: told.slice(0, 300) });
}

/** A turn of one connection: what is due is asked for, what is there is taken. */
async function turnOf(db: Database, id: string): Promise<void> {
  let fault: string | undefined;
  try {
    const connector = await connectorOf(db, id);
    if (!connector.profileId) throw new Refused("店铺和连接都没有广告账号");
    await planAds(db, id);
    let left = PATIENCE;
    for (const request of await db.query<AdRequest>(REQUESTS, [id])) {
      const late = await stepAdReport(db, connector, request);
      if (late) left -= late.afterSeconds ? PATIENCE : 1;
      if (left <= 0) break;
    }
    await readAccountIfDue(db, connector);
  } catch (error) {
    if (!(error instanceof Later || error instanceof Refused)) throw error;
    fault = errorText(error, "message");
  }
  await tellFault(db, id, fault);
}

/** Puts what was spent on SKUs that are paired by now where it belongs. */
async function placePaired(db: Database): Promise<void> {
  for (const paired of await pairedAdvertised(db))
    try {
      await db.tx((sql) => placeAdvertised(sql, paired));
    } catch (error) {
      // Its month lies in a file: it stays where it is.
      if (!(error instanceof Refusal)) throw error;
    }
}

/**
 * Asks every advertising account for its reports (figures.md A.3) and takes what is there. Each report goes on where
 * it was, also after the program was ended; the trouble of one account delays no other.
 */
export async function fetchAds(db: Database): Promise<void> {
  const ids = (await connectorsOf(db, "ads")).map((c) => c.id);
  await eachBeside(await dueOf(db, ids), BESIDE, ({ id }) => whileFree(db, "adFeed", id, () => turnOf(db, id)));
  await placePaired(db);
}
