import type { RuleContext } from "#backend/engine/documents";
import { headColumn, snake } from "#backend/engine/documents/names";
import { documents } from "#documents";

/** States in which an order runs no more: receipts and returns end it. */
const OVER = ["draft", "rejected", "void", "closed", "completed", "cancelled"];

/** Code of the first of these SKUs that has stock or is on an order that runs. */
export async function busySku({ sql }: RuleContext, ids: readonly string[]): Promise<string | undefined> {
  const row = await sql.one<{ code: string }>(
    `select k.sku_code as code from sku k where k.id = any($1::bigint[]) and (
       exists (select 1 from stock s where s.sku_id = k.id and s.on_hand_qty + s.transit_qty > 0)
       or exists (
         select 1 from purchase_order_line l join purchase_order h on h.id = l.purchase_order_id
         where l.sku_id = k.id and l.del_flag = 0 and h.del_flag = 0 and h.status <> all($2)))
     order by k.id limit 1`,
    [ids, OVER],
  );
  return row?.code;
}

/** Has the supplier an order that runs? */
export async function supplierHasOpenOrder({ sql }: RuleContext, id: string): Promise<boolean> {
  const row = await sql.one(
    `select 1 from purchase_order where supplier_id = $1 and del_flag = 0
       and status <> all($2) limit 1`,
    [id, OVER],
  );
  return !!row;
}

/** Every table of lines that names SKUs, with its header. */
const skuLines = () =>
  documents
    .filter((d) => !d.of && d.name !== "sku" && d.status)
    .flatMap((d) =>
      Object.values(d.lines ?? {}).flatMap((l) =>
        Object.entries(l.fields)
          .filter(([, f]) => f.kind === "ref" && f.to === "sku" && !f.virtual)
          .map(([name]) => ({ document: d, table: l.table, column: snake(name) })),
      ),
    );

/** Numbered documents in draft or rejected that name these SKUs, and who wrote them. */
export const draftsNaming = ({ sql }: RuleContext, skuIds: readonly string[]) =>
  sql.query<{ skuId: string; no: string; userId: string }>(
    skuLines()
      .filter(({ document }) => document.number)
      .map(
        ({ document, table, column }) =>
          `select l.${column} as "skuId", h.no, h.create_by as "userId"
           from ${table} l join ${document.table} h on h.id = l.${headColumn(document)}
           where l.${column} = any($1::bigint[]) and l.del_flag = 0 and h.del_flag = 0
             and h.create_by is not null
             and h.${snake(document.status?.field ?? "status")} in ('draft', 'rejected')`,
      )
      .join(" union "),
    [skuIds],
  );

/** Does any document that is not void name the SKU? Combinations that contain it count too. */
export async function skuIsNamed({ sql }: RuleContext, skuId: string): Promise<boolean> {
  const parts = skuLines().map(
    ({ document, table, column }) =>
      `select 1 from ${table} l join ${document.table} h on h.id = l.${headColumn(document)}
       where l.${column} = $1 and l.del_flag = 0 and h.del_flag = 0
         and h.${snake(document.status?.field ?? "status")} <> 'void'`,
  );
  const combo = `select 1 from sku_combo_item l join sku h on h.id = l.sku_id
    where l.child_sku_id = $1 and l.del_flag = 0 and h.del_flag = 0`;
  return !!(await sql.one(`${[combo, ...parts].join(" union all ")} limit 1`, [skuId]));
}

/** Does anything still wait to be paid to the supplier, or is anything owed in any currency? */
export async function supplierHasMoney({ sql }: RuleContext, supplierId: string): Promise<boolean> {
  const row = await sql.one(
    `select 1 from payment_request where payee_supplier_id = $1 and del_flag = 0
       and status in ('auditing', 'approved', 'partPaid')
     union all select 1 from (select sum(amount) as n from ap_entry where supplier_id = $1
       group by currency) x where x.n <> 0 limit 1`,
    [supplierId],
  );
  return !!row;
}
