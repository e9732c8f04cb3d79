import { type RuleContext, visible } from "#backend/engine/documents";
import { entriesOf, payablesOf } from "#backend/ledgers/payables/on-pages";
import { permissionOf } from "#documents/kit";
import { logisticsBill } from "#documents/logistics/logistics-bill";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import type { SupplierSent } from "#documents/supplier/supplier";

type SupplierTabs = SupplierSent["tabs"];

/** Prices of SKUs at the supplier, also those that are over; none for who may not see prices. */
const prices = async ({ sql, caller }: RuleContext, id: string): Promise<SupplierTabs["prices"]> =>
  caller.permissions.has("purchase_price_view")
    ? sql.query(
        `select k.id as "skuId", k.sku_code as "skuCode", k.name as "skuName", p.currency,
           p.tax_rate::text as "taxRate", p.min_qty as "minQty", p.price::text as price,
           p.lead_days as "leadDays", p.valid_from as "validFrom", p.valid_to as "validTo",
           p.source_inquiry_no as "sourceNo", p.is_default as "isDefault"
         from sku_supplier_price p join sku k on k.id = p.sku_id
         where p.supplier_id = $1 and p.del_flag = 0 and k.del_flag = 0
         order by k.sku_code, p.min_qty, p.valid_from desc nulls last limit 200`,
        [id],
      )
    : [];

/**
 * The newest orders that the caller may see, without amounts for who may not see prices; null without
 * the right to.
 */
async function orders(c: RuleContext, id: string): Promise<SupplierTabs["orders"]> {
  if (!c.caller.permissions.has(permissionOf(purchaseOrder, "view"))) return null;
  const where = visible(purchaseOrder, c.caller).and("t.supplier_id = ?", id);
  const amount = c.caller.permissions.has("purchase_price_view")
    ? `, t.currency, t.order_amount::text as "orderAmount"`
    : "";
  return c.sql.query(
    `select t.id, t.no, t.status, t.total_qty as "totalQty", t.expect_date as "expectDate",
       t.create_time as "createTime" ${amount}
     from ${purchaseOrder.table} t where ${where} order by t.id desc limit 50`,
    where.values,
  );
}

/** The newest bills of a forwarder or broker that the caller may see; null without the right to. */
async function bills(c: RuleContext, id: string): Promise<SupplierTabs["bills"]> {
  if (!c.caller.permissions.has(permissionOf(logisticsBill, "view"))) return null;
  const where = visible(logisticsBill, c.caller).and("t.supplier_id = ?", id);
  return c.sql.query(
    `select t.id, t.no, t.status, t.bill_no as "billNo", t.bill_date as "billDate", t.currency,
       t.total_amount::text as "totalAmount", t.paid_amount::text as "paidAmount",
       t.due_date as "dueDate"
     from ${logisticsBill.table} t where ${where} order by t.id desc limit 50`,
    where.values,
  );
}

/** What is owed in each currency, CNY first; together in CNY it is apBalance. Null without prices. */
const balances = async ({ sql, caller, tenantId }: RuleContext, id: string): Promise<SupplierSent["balances"]> =>
  caller.permissions.has("purchase_price_view")
    ? sql.query(
        `select currency, balance::text as amount, base_balance::text as "baseAmount"
         from ap_account where tenant_id = $1 and supplier_id = $2
           and (balance <> 0 or base_balance <> 0)
         order by currency <> 'CNY', currency`,
        [tenantId, id],
      )
    : null;

/**
 * 质检合格率 = Σ passed / Σ signed pieces of its orders; 准时率 = pieces on deliveries that are due to
 * arrive by the order line's date / all pieces delivered. Fractions; null where nothing came yet.
 */
const rates = ({ sql }: RuleContext, id: string) =>
  sql.one<SupplierSent["rates"]>(
    `select
       (select round(sum(l.pass_qty)::numeric / nullif(sum(l.signed_qty), 0), 4)::float8
        from purchase_order_line l join purchase_order o on o.id = l.purchase_order_id
        where o.supplier_id = $1 and o.del_flag = 0 and l.del_flag = 0) as "passRate",
       (select round(sum(x.qty) filter (where h.expect_arrive_date <=
            coalesce(l.expect_date, o.expect_date))::numeric / nullif(sum(x.qty), 0), 4)::float8
        from delivery_line x join delivery h on h.id = x.delivery_id
          join purchase_order_line l on l.id = x.po_line_id
          join purchase_order o on o.id = l.purchase_order_id
        where h.supplier_id = $1 and x.del_flag = 0 and h.del_flag = 0
          and h.status in ('shipped', 'partSigned', 'signed', 'closed')) as "onTimeRate"`,
    [id],
  );

const percent = (ratio: number | null) => (ratio === null ? null : (ratio * 100).toFixed(2));

async function orderCount(c: RuleContext, id: string): Promise<number | undefined> {
  if (!c.caller.permissions.has(permissionOf(purchaseOrder, "view"))) return undefined;
  const where = visible(purchaseOrder, c.caller).and("t.supplier_id = ?", id).and("t.status <> 'void'");
  const row = await c.sql.one<{ n: number }>(
    `select count(*)::int as n from ${purchaseOrder.table} t where ${where}`,
    where.values,
  );
  return row?.n;
}

/** The figures at the head of the page; what the caller may not know is not there. */
async function figures(c: RuleContext, id: string, known: SupplierSent["rates"]) {
  const said = {
    balances: await balances(c, id),
    orderCount: await orderCount(c, id),
    passRate: percent(known.passRate),
    onTimeRate: percent(known.onTimeRate),
  };
  return Object.fromEntries(Object.entries(said).filter(([, v]) => v !== undefined));
}

/** What the page of a supplier shows besides its own fields (supply.md 2, detail tabs). */
export async function supplierPage(c: RuleContext, id: string): Promise<Omit<SupplierSent, "balances">> {
  const known = (await rates(c, id)) ?? { passRate: null, onTimeRate: null };
  return {
    tabs: {
      prices: await prices(c, id),
      orders: await orders(c, id),
      bills: await bills(c, id),
      entries: await entriesOf(c, "supplier_id", id),
      payables: await payablesOf(c, id),
    },
    rates: known,
    ...(await figures(c, id, known)),
  };
}
