import dayjs from "dayjs";
import { moveTo, patchMany, sameAs } from "#backend/engine/documents";
import { notify } from "#backend/engine/notices/notify";
import { type Database, keep, type Sql } from "#backend/platform/db";
import { systemOf } from "#backend/platform/http";
import { today } from "#backend/platform/values";
import { sealSample } from "#documents/product/seal-sample";

/** Days before its date from which on a sample expires soon. */
export const SOON_DAYS = 30;

/** Last date that counts as expiring soon: 30 days from today in Shanghai. */
export const soonUntil = (): string => dayjs(today()).add(SOON_DAYS, "day").format("YYYY-MM-DD");

interface Sample {
  id: string;
  tenantId: string;
  no: string;
  path: string;
  sku: string;
  supplier: string;
  date: string;
  /** Buyer and product manager. */
  userIds: string[];
}

/** Samples in force of which a condition holds, locked, with what they are about. */
const samples = (sql: Sql, condition: string, until: string) =>
  sql.query<Sample>(
    `select x.id, x.tenant_id as "tenantId", x.no, k.sku_code as sku, s.name as supplier,
       x.valid_until as date,
       '/product/openTag/sealSampleTablee/sealSampleId/' || x.id || '/skuId/' || k.id
         || '/skuCode/' || k.sku_code as path,
       array_remove(array[coalesce(k.buyer_id, u.buyer_id, s.buyer_id), p.manager_id], null)::text[]
         as "userIds"
     from seal_sample x join sku k on k.id = x.sku_id join supplier s on s.id = x.supplier_id
       left join spu u on u.id = k.spu_id left join product p on p.id = u.product_id
     where x.status = 'effective' and x.del_flag = 0 and ${condition}
     order by x.id ${keep(sql, "seal_sample", "change", "x")}`,
    [until],
  );

const tell = (sql: Sql, row: Sample, title: string) =>
  notify(sql, {
    tenantId: row.tenantId,
    userIds: row.userIds,
    title,
    bizPath: row.path,
    pushDescribe: `SKU ${row.sku} 在供应商${row.supplier}的封样，有效期至${row.date}`,
  });

/**
 * Daily task (supply.md 1): samples past their date expire, and buyer and product manager are told;
 * 30 days before they are told too, once for each date.
 */
export const expireSamples = (db: Database): Promise<void> =>
  db.tx(async (sql) => {
    for (const row of await samples(sql, "x.valid_until < $1::date", today())) {
      await moveTo({ sql, ...systemOf(row.tenantId) }, sealSample, row.id, "expired", "自动过期");
      await tell(sql, row, `封样${row.no}已过期`);
    }
    const soon = await samples(
      sql,
      "x.valid_until <= $1::date and x.reminded_for is distinct from x.valid_until",
      soonUntil(),
    );
    await patchMany(
      { sql },
      sealSample,
      soon.map((row) => row.id),
      { remindedFor: sameAs("valid_until") },
    );
    for (const row of soon) await tell(sql, row, `封样${row.no}将于${row.date}到期`);
  });
