// supply.md A.1, step 18: what the lists say beside what the base tables add up to.

const snake = (name) => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
/** Figures that are no sums. */
const OTHERS = { passRate: "avg", skuId: "count" };
/** Columns that say the currency of an amount, where it is not `currency`. */
const CURRENCY = { payAmount: "pay_currency" };

const live = (table) => `(select * from ${table} where del_flag = 0)`;

/** Payables of orders and of suppliers, of our accounts and of moves, from entries and payments alone. */
const ENTRIES = (...types) =>
  `coalesce(sum(amount) filter (where biz_type in (${types.map((t) => `'${t}'`).join()})), 0)`;
const BY_SUPPLIER = `(select currency, 0::numeric(18,2) as opening,
    sum(amount) as closing, sum(base_amount) as base_closing,
    ${ENTRIES("receipt", "receiptReverse", "fee", "discount")} as added,
    ${ENTRIES("return", "returnReverse", "closeDeduct")} as returned,
    ${ENTRIES("payment", "paymentReverse")} as paid, ${ENTRIES("offset", "refund")} as refunded
  from ap_entry group by 1)`;
const BY_ORDER = `(select currency, order_amount, receipt_amount, return_amount, payable_amount,
    requested_amount, paid_amount,
    coalesce((select sum(amount) from ap_entry where po_id = o.id), 0) as open_amount
  from purchase_order o where del_flag = 0 and exists (select 1 from ap_entry where po_id = o.id))`;
const BY_ACCOUNT = `(select currency, amount as paid_total, 1 as paid_count from (
    select pay_currency as currency, pay_amount as amount from payment
      where status = 'paid' and oa_payment_id is null
    union all select pay_currency, pay_amount from oa_payment where status = 'paid') t)`;

const STOCK = `(select s.*, coalesce((select sum(greatest(l.qty - l.signed_qty - l.closed_qty, 0))
      from purchase_order_line l join purchase_order o on o.id = l.purchase_order_id
      where l.sku_id = s.sku_id and o.warehouse_id = s.warehouse_id
        and o.status in ('approved', 'executing')), 0) as on_order_qty
  from stock s where del_flag = 0)`;

const LISTS = [
  ["封样", "/product/sealsample", live("seal_sample")],
  ["请购单", "/purchase/requisition", live("purchase_requisition")],
  ["转请购单", "/purchase/turnrequisition", live("turn_requisition")],
  ["询价单", "/purchase/inquiry", live("inquiry_order")],
  ["采购单", "/purchase/order", live("purchase_order")],
  ["采购合同", "/purchase/contract", live("purchase_contract")],
  ["交货计划", "/purchase/deliveryplan", live("delivery_plan")],
  ["送货单", "/purchase/delivery", live("delivery")],
  ["签收单", "/wms/sign", live("wms_sign")],
  ["质检单", "/purchase/inspection", live("inspection")],
  ["采购退货单", "/purchase/return", live("purchase_return")],
  ["库存", "/wms/stock", STOCK],
  ["库存流水", "/wms/move", "stock_move"],
  ["供应商", "/supplier/supplier", live("supplier")],
  ["应付流水", "/finance/ap", "ap_entry"],
  ["供应商应付", "/finance/apsupplier", BY_SUPPLIER],
  ["采购单应付", "/finance/aporder", BY_ORDER],
  ["请款单", "/finance/request", live("payment_request")],
  ["付款单", "/finance/payment", live("payment")],
  ["合并付款单", "/finance/mergepayment", live("merged_payment")],
  ["OA付款单", "/finance/oapayment", live("oa_payment")],
  ["公司账户", "/finance/account", BY_ACCOUNT],
];

/** Sums of one list: as it tells them, and by SQL; figures of 0 in a currency count as none. */
async function sums(db, summary, from) {
  const told = [];
  const counted = [];
  for (const [key, value] of Object.entries(summary)) {
    const column = snake(key);
    const how = OTHERS[key] ?? "sum";
    const by = typeof value === "object" && value ? (CURRENCY[key] ?? "currency") : "null::text";
    const { rows } = await db.query(
      `select ${by} as currency, coalesce(${how}(${column}), 0)::text as n from ${from} t group by 1 order by 1`,
    );
    const line = (found) => `${key} ${found.map(([currency, n]) => `${Number(n)}${currency ?? ""}`).join(" ")}`;
    counted.push(line(rows.length ? rows.map((r) => [r.currency, r.n]) : [[null, 0]]));
    told.push(line(by === "null::text" ? [[null, value]] : Object.entries(value).sort()));
  }
  return [counted.join("，"), told.join("，")];
}

/** @param db of the backend; `approvals`: how many decisions the play has made */
export async function books(db, { check }, { admin, approvals, value }) {
  const one = async (sql) => (await db.query(sql)).rows[0];
  const { rows } = await db.query(
    `select k.sku_code || ' ' || x.label as what, x.qty,
       coalesce((select sum(m.qty) from stock_move m where m.sku_id = s.sku_id
         and m.warehouse_id = s.warehouse_id and m.bucket = x.bucket), 0)::int as moved
     from stock s join sku k on k.id = s.sku_id cross join lateral (values
       ('qc', '待检', s.qc_qty), ('good', '良品', s.good_qty), ('bad', '次品', s.bad_qty),
       ('transit', '在途', s.transit_qty)) as x(bucket, label, qty)
     order by k.sku_code, x.bucket`,
  );
  for (const { what, qty, moved } of rows) check(`库存流水合计 ${what}`, qty, moved);
  const { amount } = await one("select sum(amount)::text as amount from stock_move");
  check("库存流水金额合计", value, amount);
  check("库存金额", value, (await admin.get("/wms/stock/page?size=1")).summary.stockValue);
  const { owed } = await one("select sum(amount)::text as owed from ap_entry");
  check("应付流水合计", "0.00", owed);
  const { done } = await one("select count(*)::int as done from act_task where status = 'approved'");
  check("审批任务完成数", approvals(), done);
  for (const [name, path, from] of LISTS) {
    const { summary } = await admin.get(`${path}/page?size=1`);
    check(`${name}合计`, ...(await sums(db, summary, from)));
  }
}
