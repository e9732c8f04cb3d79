import dayjs from "dayjs";
import type { Database, Sql } from "../../../db/sql";
import { notify } from "../../../notices/notify";
import { today } from "../../../values/calendar";

const DAYS = 30;

/** Last date that counts as expiring soon: 30 days from today in Shanghai. */
export const soonUntil = (): string => dayjs(today()).add(DAYS, "day").format("YYYY-MM-DD");

interface Told {
  tenantId: string;
  no: string;
  path: string;
  sku: string;
  supplier: string;
  date: string;
  userIds: string[];
}

/** What a changed sample is about, and who is told: buyer and product manager. */
const told = (sql: Sql, change: string, values: unknown[] = []) =>
  sql.query<Told>(
    `with x as (${change} returning t.*)
     select x.tenant_id as "tenantId", x.no, k.sku_code as sku, s.name as supplier,
       x.valid_until as date,
       '/product/openTag/sealSampleTablee/sealSampleId/' || x.id || '/skuId/' || k.id
         || '/skuCode/' || k.sku_code as path,
       array_remove(array[coalesce(k.buyer_id, u.buyer_id, s.buyer_id), p.manager_id], null)::text[]
         as "userIds"
     from x join sku k on k.id = x.sku_id join supplier s on s.id = x.supplier_id
       left join spu u on u.id = k.spu_id left join product p on p.id = u.product_id
     order by x.id`,
    values,
  );

const send = async (sql: Sql, rows: readonly Told[], title: (row: Told) => string) => {
  for (const row of rows)
    await notify(sql, {
      ...{ tenantId: row.tenantId, userIds: row.userIds, title: title(row), bizPath: row.path },
      pushDescribe: `SKU ${row.sku} 在供应商${row.supplier}的封样，有效期至${row.date}`,
    });
};

/**
 * Daily task (supply.md 1): samples past their date expire, and buyer and product manager are told;
 * 30 days before they are told too, once for each date.
 */
export const expireSamples = (db: Database): Promise<void> =>
  db.tx(async (sql) => {
    const over = await told(
      sql,
      `update seal_sample t set status = 'expired', version = version + 1, update_time = now()
       where status = 'effective' and del_flag = 0 and valid_until < $1::date`,
      [today()],
    );
    await send(sql, over, (row) => `封样${row.no}已过期`);
    const soon = await told(
      sql,
      `update seal_sample t set reminded_for = valid_until
       where status = 'effective' and del_flag = 0 and valid_until <= $1::date
         and reminded_for is distinct from valid_until`,
      [soonUntil()],
    );
    await send(sql, soon, (row) => `封样${row.no}将于${row.date}到期`);
  });
