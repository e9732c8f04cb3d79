import dayjs from "dayjs";
import type { Sql } from "#backend/platform/db";
import type { Caller } from "#backend/platform/http";
import { unmapped } from "#documents/base/connect/unmapped";
import type { Coverage, DataWaiting } from "#documents/base/data-status";
import { adReportKinds, reportFile } from "#documents/base/report-file";
import { settlement } from "#documents/finance/settlement/settlement";
import { settlementLine } from "#documents/finance/settlement/settlement-line";
import { keysOf, listAddress, permissionOf } from "#documents/kit";
import { settlementState } from "./cells";
import { figuresOf, settlementsOf, storesRead } from "./sources";

interface StatusAsking {
  sql: Sql;
  tenantId: string;
  caller: Caller;
}

/** What waits for a person, of stores: what to do about it, the SQL that counts it, and where it is. */
const WAITING = [
  {
    label: "失败的报告文件",
    advice: "看说明，改正后重新解析或重新上传",
    count:
      "select count(*) from report_file where tenant_id = $1 and store_id = any($2) and status = 'failed' and del_flag = 0",
    document: reportFile,
    query: { status: "failed" },
  },
  {
    label: "数据明显减少的报告文件",
    advice: "核对文件是否完整，确认采用或重新上传",
    count:
      "select count(*) from report_file where tenant_id = $1 and store_id = any($2) and status = 'changed' and kind <> 'settlement' and del_flag = 0",
    document: reportFile,
    query: {
      status: "changed",
      kind: ["storage", "agedStorage", "traffic", "listings", ...keysOf(adReportKinds)].join(","),
    },
  },
  {
    label: "有变更的结算单",
    advice: "采用新文件，或保留原文件",
    count: "select count(*) from settlement where tenant_id = $1 and store_id = any($2) and changed and del_flag = 0",
    document: settlement,
    query: { changed: "true" },
  },
  {
    label: "未过账的结算单",
    advice: "核对后过账，费用才是实际的",
    count:
      "select count(*) from settlement where tenant_id = $1 and store_id = any($2) and status <> 'posted' and del_flag = 0",
    document: settlement,
    query: { status: "draft,reconciled" },
  },
  {
    label: "待归类的费用",
    advice: "在“费用归类”补充，未过账的结算单随后重新归类",
    count: `select count(distinct said) from settlement_sum
      where tenant_id = $1 and sum_store_id = any($2) and category = 'unknown' and del_flag = 0`,
    document: settlementLine,
    query: { category: "unknown" },
  },
  {
    label: "待映射的平台SKU",
    advice: "建立映射后自动归到商品，合计不变",
    count:
      "select count(*) from feed_unmapped where tenant_id = $1 and store_id = any($2) and status = 'open' and del_flag = 0",
    document: unmapped,
    query: { status: "open" },
  },
] as const;

/** What waits for somebody before the figures of the caller's stores are whole. */
export async function waitingOf({ sql, tenantId, caller }: StatusAsking): Promise<DataWaiting> {
  const stores = (await storesRead(sql, caller)).map((s) => s.id);
  const counts = await sql.one<{ counts: number[] }>(
    `select array[${WAITING.map(({ count }) => `(${count.replaceAll("any($2)", "any($2::bigint[])")})::int`).join(", ")}]
       as counts`,
    [tenantId, stores],
  );
  return {
    rows: WAITING.map(({ label, advice, document, query }, i) => ({
      label,
      advice,
      count: counts?.counts[i] ?? 0,
      href: caller.permissions.has(permissionOf(document, "view")) ? listAddress(document, query) : null,
    })),
  };
}

/** Days that settlements are looked back at. */
const BACK_DAYS = 200;

const next = (day: string) => dayjs(day).add(1, "day").format("YYYY-MM-DD");
const before = (day: string) => dayjs(day).subtract(1, "day").format("YYYY-MM-DD");

/**
 * 结算覆盖: the settlements of each store's account, the newest first, and the days between two, and since the last,
 * that none covers.
 */
export async function coverageOf({ sql, tenantId, caller }: StatusAsking, storeId?: string): Promise<Coverage> {
  const stores = await storesRead(sql, caller, storeId);
  const figures = await figuresOf(sql, tenantId, stores);
  const since = dayjs().subtract(BACK_DAYS, "day").format("YYYY-MM-DD");
  const settled = await settlementsOf(
    sql,
    tenantId,
    stores.map((s) => s.id),
    since,
  );
  const rows = stores.flatMap((store) => {
    const own = settled.filter((s) => s.storeId === store.id);
    const found: Coverage["rows"] = [];
    let covered: string | undefined;
    const gap = (firstDay: string, lastDay: string, state: Coverage["rows"][number]["state"]) =>
      found.push({
        key: `${store.id} ${firstDay}`,
        store: store.name,
        currency: own[0]?.currency ?? "",
        firstDay,
        lastDay,
        days: dayjs(lastDay).diff(firstDay, "day") + 1,
        state,
        no: null,
        href: null,
      });
    for (const s of own) {
      if (covered && s.first > next(covered)) gap(next(covered), before(s.first), "missing");
      found.push({
        key: s.id + store.id,
        store: store.name,
        currency: s.currency,
        firstDay: s.first,
        lastDay: s.last,
        days: dayjs(s.last).diff(s.first, "day") + 1,
        state: s.posted ? "done" : "estimated",
        no: s.no,
        href: `${settlement.screens.detail}?id=${s.id}`,
      });
      covered = covered && covered > s.last ? covered : s.last;
    }
    if (covered && covered < store.today)
      gap(next(covered), store.today, settlementState(figures(store), next(covered)));
    return found.reverse();
  });
  return { rows };
}
