import type { Sql } from "../../db/sql";

export interface Supplier {
  id: string;
  name: string;
  settle: string;
  deposit: string | null;
  trigger: string;
  days: number | null;
  taxRate: string;
}

export interface Sku {
  id: string;
  code: string;
  name: string;
  spec: string | null;
  unit: string;
}

/** Suppliers, SKUs and departments of users by id, as orders copy them. */
export async function masters(sql: Sql) {
  const suppliers = await sql.query<Supplier>(
    `select id, name, settle_method as settle, deposit_rate::text as deposit,
       balance_trigger as trigger, period_days as days, coalesce(tax_rate, '0') as "taxRate"
     from supplier`,
  );
  const skus = await sql.query<Sku>(
    `select id, sku_code as code, name, unit,
       case when jsonb_typeof(attrs) = 'object'
         then (select string_agg(key || ':' || value, ' ' order by key) from jsonb_each_text(attrs))
         else spec end as spec
     from sku`,
  );
  const depts = await sql.query<{ id: string; dept: string }>(
    "select id, dept_id as dept from sys_user where dept_id is not null",
  );
  return {
    suppliers: new Map(suppliers.map((s) => [s.id, s])),
    skus: new Map(skus.map((s) => [s.id, s])),
    depts: new Map(depts.map((d) => [d.id, d.dept])),
  };
}
