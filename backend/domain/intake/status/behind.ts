import type { Sql } from "#backend/platform/db";
import type { Caller } from "#backend/platform/http";
import { feed } from "#documents/base/connect/feed";
import { connector } from "#documents/base/connector";
import type { DataCell, DataKind, DataState } from "#documents/base/data-status";
import { reportFile } from "#documents/base/report-file";
import { adReport, reportTask } from "#documents/base/report-task";
import { settlement } from "#documents/finance/settlement/settlement";
import { type DocumentType, listAddress, permissionOf } from "#documents/kit";
import { fbaStock, salesTraffic, storeListing } from "#documents/logistics/fba-daily";
import { fbaLedger } from "#documents/logistics/fba-ledger";
import { fbaAgedStorageFee } from "#documents/logistics/fba-reports";
import { platformOrder } from "#documents/order/platform-order";
import { cellOf, isDaily } from "./matrix";
import { settlementsOf } from "./sources";

interface BehindAsked {
  storeId: string;
  kind: DataKind;
  day: string;
}

/** What each state says of a kind that a connection reads, or that somebody uploads. */
const SAYS: Readonly<Record<DataState, readonly [connected: string, byHand: string]>> = {
  done: ["当天的数据已到", "当天的数据已到"],
  empty: ["已读取，当天没有数据", "当天没有数据"],
  estimated: ["当天的费用为预估，结算单过账后为实际", "当天的费用为预估，上传结算报告并过账后为实际"],
  early: ["还没有到期，会自动获取", "还没有到期"],
  missing: ["已到期，还没有获取到；可以重新取数", "已到期，请在“报告文件”上传"],
  failed: ["没有取到，处理下面的错误后重新取数", "上传的文件没有读入，请在“报告文件”处理"],
  off: ["没有接入", "没有接入：新增外部连接后自动获取，或由人工登记、上传"],
};

/** Reports of advertising that are not read, each with what is said of it. */
const adFaults = (sql: Sql, tenantId: string, { storeId, day }: BehindAsked) =>
  sql.query<{ said: string }>(
    `select distinct on (report_type) report_type || '：' || coalesce(error, '失败') as said from ad_report
     where tenant_id = $1 and store_id = $2 and state in ('failed', 'held') and $3::date between start_date and end_date
     order by report_type, id desc limit 6`,
    [tenantId, storeId, day],
  );

/** Why a report that was asked for did not come: of a day, or the last one. */
const taskFaults = (sql: Sql, tenantId: string, { storeId, kind, day }: BehindAsked, daily: boolean) =>
  sql.query<{ said: string }>(
    `select coalesce(error, '失败') as said from report_task where tenant_id = $1 and store_id = $2 and kind = $3
       and ($4::date is null or $4::date between start_date and end_date) and state = 'failed' order by id desc limit 1`,
    [tenantId, storeId, kind, daily ? day : null],
  );

/** Lists of the rows of reports that say something of a day, and of how things are. */
const LISTS: Readonly<Partial<Record<DataKind, DocumentType>>> = {
  stock: fbaStock,
  ledger: fbaLedger,
  traffic: salesTraffic,
  listings: storeListing,
  agedStorage: fbaAgedStorageFee,
};
/** What names the day in the lists of such rows. */
const DAYS: Readonly<Partial<Record<DataKind, string>>> = { stock: "day", traffic: "day", ledger: "eventDay" };

/** What is behind a cell: what is said of it, what it comes from, and whether it can be asked for anew. */
export async function behind(c: { sql: Sql; tenantId: string; caller: Caller }, asked: BehindAsked): Promise<DataCell> {
  const { sql, tenantId, caller } = c;
  const { storeId, kind, day } = asked;
  const { store, connected, state } = await cellOf(c, asked);
  const pastSnapshot = (kind === "stock" || kind === "listings") && day !== store.today;
  // Another store of the account may be the one that asks.
  const fetches = connected && !pastSnapshot && !(kind === "ledger" && store.connectorId === null);
  const says: string[] = [SAYS[state][connected ? 0 : 1]];
  const links: DataCell["links"] = [];
  const lead = (document: DocumentType, label: string, href: string) => {
    if (caller.permissions.has(permissionOf(document, "view"))) links.push({ label, href });
  };
  const files = `${reportFile.screens.list}?storeId=${storeId}`;
  if (kind === "orders") {
    if (state === "failed" && store.ordersError) says.push(store.ordersError);
    lead(feed, "同步记录", `${feed.screens.list}?storeId=${storeId}`);
    lead(platformOrder, "平台订单", `${platformOrder.screens.list}?storeId=${storeId}`);
    // A file of one store has the orders of all marketplaces of its account.
    lead(reportFile, "全部订单报告", listAddress(reportFile, { kind: "orderCheck" }));
  }
  if (kind === "ads") {
    if (state === "failed") says.push(...(await adFaults(sql, tenantId, asked)).map(({ said }) => said));
    lead(adReport, "取数任务", listAddress(adReport, { storeId }));
    lead(connector, "外部连接", `${connector.screens.list}?kind=ads`);
  }
  if (kind === "settlement") {
    if (state === "failed" && store.feedError) says.push(store.feedError);
    for (const { id, no, first, last, posted } of await settlementsOf(sql, tenantId, [storeId], day)) {
      if (day < first || day > last) continue;
      says.push(`${no}：${first} 至 ${last}，${posted ? "已过账" : "未过账"}`);
      lead(settlement, `结算单 ${no}`, `${settlement.screens.detail}?id=${id}`);
    }
    if (store.failedFile) lead(reportFile, "失败的报告文件", `${files}&status=failed`);
  }
  if (kind === "feePreview") lead(reportTask, "取数任务", listAddress(reportTask, { storeId, kind }));
  const rows = LISTS[kind];
  if (rows) {
    const daily = isDaily(kind);
    if (state === "failed") says.push(...(await taskFaults(sql, tenantId, asked, daily)).map(({ said }) => said));
    const named = DAYS[kind];
    lead(
      rows,
      rows.label,
      listAddress(rows, { storeId, ...(named && { [`${named}From`]: day, [`${named}To`]: day }) }),
    );
    // What is asked for of an account is of several days.
    const days = daily && kind !== "ledger" && { startDateFrom: day, startDateTo: day };
    lead(reportTask, "取数任务", listAddress(reportTask, { storeId, kind, ...days }));
  }
  if (kind !== "orders") lead(reportFile, "报告文件", files);
  return { storeId, store: store.name, kind, day, state, says, links, fetches };
}
