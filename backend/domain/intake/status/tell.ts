import { groupBy } from "#backend/domain/group-by";
import { tellRole } from "#backend/engine/connect/feed-runs";
import { notify } from "#backend/engine/notices/notify";
import { eachBeside } from "#backend/platform/beside";
import type { Database, Sql } from "#backend/platform/db";
import { dataKinds } from "#documents/base/data-status";
import { reportKinds } from "#documents/base/report-file";
import { type DocumentType, listAddress } from "#documents/kit";
import { fbaStock, salesTraffic, storeListing } from "#documents/logistics/fba-daily";
import { fbaLedger } from "#documents/logistics/fba-ledger";
import { fbaAgedStorageFee, fbaCustomerReturn, fbaStorageFee } from "#documents/logistics/fba-reports";
import { matrixOf } from "./matrix";
import { ofAllStores } from "./sources";

/** Name of the job that tells of data which does not come. */
export const TELL_DATA = "checkData";

const PAGE = "/baseSetup/dataStatus/index";
const ADS_PAGE = "/advertisement/report/index";

/** Lists that operators of a store see, by what they are made of. */
const OPERATED: Readonly<Record<string, DocumentType>> = {
  stock: fbaStock,
  ledger: fbaLedger,
  traffic: salesTraffic,
  returns: fbaCustomerReturn,
  storage: fbaStorageFee,
  agedStorage: fbaAgedStorageFee,
  listings: storeListing,
};

/** Words of what does not come, by its name in the matrix or of its report. */
export const LABELS: Readonly<Record<string, { label: string }>> = { ...reportKinds, ...dataKinds };

/** Something that somebody is told of once. */
interface DataNews {
  storeId: string;
  store: string;
  kind: string;
  why: "missing" | "failed";
  day: string;
  /** What the other side said. */
  said: string | null;
}

/** Days of connected stores that are missing, of the last 31 (figures.md D.8). */
export async function missingDays(sql: Sql, tenantId: string): Promise<DataNews[]> {
  const { days, stores } = await matrixOf({ sql, tenantId, caller: ofAllStores(tenantId) }, {});
  return stores.flatMap(({ id, name, lines }) =>
    lines
      .filter(({ connected, cells }) => connected && cells.length === days.length)
      .flatMap(({ kind, cells }) =>
        cells.flatMap((state, i) =>
          state === "missing"
            ? [{ storeId: id, store: name, kind, why: "missing" as const, day: days[i] ?? "", said: null }]
            : [],
        ),
      ),
  );
}

/** Reports that failed since the last one that came, twice or more, with the day on which that began. */
const inARow = (table: "report_task" | "ad_report", type: string, came: string) => `
  select store_id, max(kind) as kind, min(day) as day, max(said) as said from (
    select connector_id, store_id, ${table === "ad_report" ? "'ads'" : type} as kind, min(create_time)::date as day,
      (array_agg(error order by id desc))[1] as said
    from (select t.*, max(id) filter (where state in (${came})) over (partition by connector_id, ${type}) as good
      from ${table} t
      where tenant_id = $1 and state in (${came}, 'failed') and create_time > now() - interval '60 days') t
    where state = 'failed' and id > coalesce(good, 0)
    group by connector_id, store_id, ${type} having count(*) >= 2) e
  group by connector_id, store_id, kind`;

const FAILED = `
  select f.store_id as "storeId", s.store_name as store, f.kind, 'failed' as why, f.day::text as day, f.said
  from (${inARow("report_task", "kind", "'done', 'empty'")} union all ${inARow("ad_report", "report_type", "'done', 'held'")}
    union all
    select x.store_id, 'settlement', coalesce(g.listed_to, '1970-01-01')::date, g.error
    from report_feed g join connector x on x.id = g.connector_id
    where g.tenant_id = $1 and g.attempts >= 2 and g.error is not null) f
  join store s on s.id = f.store_id and s.tenant_id = $1 and s.del_flag = 0
    and exists (select 1 from connector x where x.store_id = s.id and x.tenant_id = $1 and x.enabled and x.del_flag = 0)
  order by s.store_name, f.kind`;

/** Keeps what somebody is told of; answers what nobody was told of yet. */
async function fresh(sql: Sql, tenantId: string, news: readonly DataNews[]): Promise<DataNews[]> {
  const kept = await sql.query<{ key: string }>(
    `insert into data_told (tenant_id, store_id, kind, why, day)
     select $1, x."storeId", x.kind, x.why, x.day
     from jsonb_to_recordset($2::jsonb) as x("storeId" bigint, kind text, why text, day date)
     order by 2, 3, 4, 5 on conflict do nothing returning concat_ws(' ', store_id, kind, why, day) as key`,
    [tenantId, JSON.stringify(news)],
  );
  const keys = new Set(kept.map(({ key }) => key));
  return news.filter(({ storeId, kind, why, day }) => keys.has([storeId, kind, why, day].join(" ")));
}

const MENDS = "请在“数据完整性”查看原因并重新取数。";
/** Said to who works with the figures and cannot mend it. */
const KNOWN = "IT已同时收到提醒。";

/** A notice of one kind of data that does not come, of one store or several. */
function noticeOf(news: readonly DataNews[], advice = MENDS) {
  const [{ kind, why } = { kind: "", why: "missing" }] = news;
  const stores = groupBy(news, ({ storeId }) => storeId);
  const names = stores.map(([one]) => one?.store ?? "");
  const more = names.length > 2 ? `等${names.length}个店铺` : "";
  const says = stores.map((own) => {
    const days = own.map(({ day, said }) => (why === "missing" ? day : (said ?? "失败")));
    return `${own[0]?.store}：${days.slice(-3).join("、")}${days.length > 3 ? `等${days.length}天` : ""}`;
  });
  return {
    title: `${LABELS[kind]?.label ?? kind}${why === "missing" ? "缺失" : "连续失败"}：${names.slice(0, 2).join("、")}${more}`,
    pushDescribe: advice + says.join("；"),
  };
}

/** Operators of a store: those of its department, and of groups that have listings in it. */
const OPERATORS = `
  select distinct u.id from sys_user u join sys_user_role ur on ur.user_id = u.id
    join sys_role r on r.id = ur.role_id and r.role_code = 'OPS' and r.del_flag = 0
    join store s on s.id = $2 and s.tenant_id = $1
  where u.tenant_id = $1 and u.del_flag = 0 and (u.dept_id = s.dept_id or exists (select 1 from sku_listing l
    where l.store_id = s.id and l.group_id = any(u.group_ids) and l.del_flag = 0))`;

async function tellOperators(sql: Sql, tenantId: string, document: DocumentType, news: readonly DataNews[]) {
  for (const own of groupBy(news, ({ storeId }) => storeId)) {
    const storeId = own[0]?.storeId ?? "";
    const users = await sql.query<{ id: string }>(OPERATORS, [tenantId, storeId]);
    const bizPath = listAddress(document, { storeId });
    await notify(sql, { ...noticeOf(own, KNOWN), tenantId, bizPath, userIds: users.map(({ id }) => id) });
  }
}

/** Tells whom it is about: IT of everything, else the administrators, and who works with the figures. */
async function tell(sql: Sql, tenantId: string, news: readonly DataNews[]): Promise<void> {
  const kind = news[0]?.kind ?? "";
  const notice = { ...noticeOf(news), bizPath: PAGE };
  if (!(await tellRole(sql, tenantId, "IT", notice))) await tellRole(sql, tenantId, "ADMIN", notice);
  if (kind === "settlement") await tellRole(sql, tenantId, "FINANCE", notice);
  if (kind === "ads") await tellRole(sql, tenantId, "ADS", { ...noticeOf(news, KNOWN), bizPath: ADS_PAGE });
  const operated = OPERATED[kind];
  if (operated) await tellOperators(sql, tenantId, operated, news);
}

/**
 * Tells of data that does not come: a day of a connected store is missing, or its report failed twice in a row
 * (figures.md D.8). Of each once, however long it lasts.
 */
export async function tellData(db: Database): Promise<void> {
  const tenants = await db.query<{ id: string }>(
    `select distinct tenant_id as id from connector
     where kind in ('marketplace', 'ads') and enabled and del_flag = 0 order by 1`,
  );
  await eachBeside(tenants, 1, ({ id }) =>
    db.tx(async (sql) => {
      const news = [...(await missingDays(sql, id)), ...(await sql.query<DataNews>(FAILED, [id]))];
      for (const one of groupBy(await fresh(sql, id, news), ({ kind, why }) => `${kind} ${why}`))
        await tell(sql, id, one);
    }),
  );
}
