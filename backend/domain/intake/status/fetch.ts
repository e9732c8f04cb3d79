import dayjs from "dayjs";
import timezone from "dayjs/plugin/timezone.js";
import utc from "dayjs/plugin/utc.js";
import { wake } from "#backend/engine/connect/enqueue";
import { requestFeed, UNDER_WAY } from "#backend/engine/connect/feed";
import type { Sql } from "#backend/platform/db";
import { type Caller, conflict } from "#backend/platform/http";
import { type DataKind, dataKinds } from "#documents/base/data-status";
import { FETCH_ADS } from "../ads/fetch";
import { FETCH_REPORTS } from "../fetch";
import { isSnapshot, REPORT_KINDS } from "../kinds";
import { askAnew } from "../report-task";
import { cellOf, isDaily } from "./matrix";

dayjs.extend(utc);
dayjs.extend(timezone);

interface CellsAsked {
  storeId: string;
  kind: DataKind;
  day: string;
}

/** Settlements of an account are listed again at once, by whichever of its connections. */
async function listAgain(sql: Sql, tenantId: string, storeId: string): Promise<void> {
  await sql.query(
    `update report_feed f set next_run = now(), listed_to = least(f.listed_to, now() - interval '60 days')
     from connector x join store a on a.id = x.store_id
       join store t on t.id = a.id or t.tenant_id = a.tenant_id and nullif(t.seller_id, '') = a.seller_id
     where f.connector_id = x.id and f.tenant_id = $1 and x.kind = 'marketplace' and t.id = $2`,
    [tenantId, storeId],
  );
  await wake(sql, FETCH_REPORTS);
}

/** Days that are asked for anew reach back to the one that is meant. */
async function adsAgain(sql: Sql, tenantId: string, connectorId: string, daysAgo: number): Promise<void> {
  await sql.query(
    `update ad_feed set next_plan = now(), last_14 = case when $3::int > 4 then null else last_14 end,
       last_60 = case when $3::int > 14 then null else last_60 end
     where connector_id = $1 and tenant_id = $2`,
    [connectorId, tenantId, daysAgo],
  );
  await wake(sql, FETCH_ADS);
}

/**
 * 重新取数: what a cell is about is asked for anew, soon (figures.md D.8).
 * @throws Refusal 409 for what no connection reads, and orders that are being read
 */
export async function fetchAgain(c: { sql: Sql; tenantId: string; caller: Caller }, asked: CellsAsked): Promise<void> {
  const { sql, tenantId } = c;
  const { store, figures, connected } = await cellOf(c, asked);
  if (!connected) throw conflict("没有接入，不能取数：请新增外部连接，或上传报告文件");
  if (asked.kind === "settlement") return listAgain(sql, tenantId, store.id);
  if (asked.kind === "ads" && store.adConnectorId)
    return adsAgain(sql, tenantId, store.adConnectorId, figures.ago(asked.day));
  if (!store.connectorId) return;
  if (asked.kind !== "orders" && asked.kind !== "ads") {
    const kind = asked.kind;
    const { day } = asked;
    if (isDaily(kind) && isSnapshot(kind) && day !== store.today)
      throw conflict(`${dataKinds[kind].label}是当天的快照，只能取今天的；过去的请上传当天下载的报告`);
    const { connectorId, id: storeId } = store;
    const [newest] = isDaily(kind) ? [] : (REPORT_KINDS[kind].asked?.windows(store.today, true) ?? []);
    const [start, end] = newest ?? [day, day];
    const again = { connectorId, storeId, kind, start, end };
    // One that is under way goes on.
    await askAnew(sql, tenantId, again, c.caller.userId);
    return;
  }
  // Orders of a day are told when they change: the day and the one after it.
  const wire = (day: string, add: number) => dayjs.tz(day, store.timezone).add(add, "day").toISOString();
  const until = figures.ago(asked.day) < 2 ? null : wire(asked.day, 2);
  if (await requestFeed(c, store.connectorId, { from: wire(asked.day, 0), to: until })) throw conflict(UNDER_WAY);
}
