// A payables ledger of a wanted size, and payments that wait.

const SUPPLIERS = 500;
const MONTHS = 24;
/** Six receipts, a return, two payments and a last one that settles all but every twelfth order. */
const PER_ORDER = 10;
const OPEN = 12;

/** Columns of a table that a copy of a row takes over. */
export async function columnsOf(db, table, ...own) {
  const { rows } = await db.query(
    `select column_name as name from information_schema.columns
     where table_name = $1 and is_identity = 'NO' and is_generated = 'NEVER'
       and column_name <> all ($2)`,
    [table, ["id", ...own]],
  );
  return rows.map((r) => r.name);
}

async function fillSuppliers(db) {
  const names = await columnsOf(db, "supplier", "no", "name", "credit_code", "find_text", "ap_balance");
  await db.query(
    `insert into supplier (no, name, ap_balance, ${names.join(", ")})
     select 'GYB' || n, '往来供应商' || n, 0, ${names.map((name) => `s.${name}`).join(", ")} from (
       select * from supplier where status = 'approved' and currency = 'CNY' order by id limit 1) s,
       generate_series(1, $1) n
     where not exists (select 1 from supplier where no = 'GYB' || n)`,
    [SUPPLIERS],
  );
}

/** Orders of these suppliers, each with as many entries as it is meant to have. */
async function fillOrders(db, count) {
  const names = await columnsOf(db, "purchase_order", "no", "supplier_id", "find_text", "currency", "rate", "status");
  await db.query(
    `insert into purchase_order (no, supplier_id, currency, rate, status, ${names.join(", ")})
     select 'CGB' || lpad(n::text, 9, '0'), s.id, 'CNY', 1, 'executing', ${names.map((name) => `o.${name}`).join(", ")}
     from (select * from purchase_order order by id limit 1) o, generate_series(1, $1) n
       join supplier s on s.no = 'GYB' || (n % ${SUPPLIERS} + 1)
     where not exists (select 1 from purchase_order where no like 'CGB%')`,
    [count],
  );
}

/** Work on a table without its other indexes, triggers and foreign keys, which are there again after it. */
export async function bulk(db, table, work) {
  const { rows } = await db.query(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as text
     from pg_index i where i.indrelid = $1::regclass and not i.indisunique`,
    [table],
  );
  await db.query("begin");
  await db.query("set local session_replication_role = replica");
  await db.query("set local maintenance_work_mem = '256MB'");
  await db.query("set local work_mem = '256MB'");
  for (const { name } of rows) await db.query(`drop index ${name}`);
  await work();
  // Of a table in parts the text says ONLY: its parts would have none.
  for (const { text } of rows) await db.query(text.replace(" ON ONLY ", " ON "));
  await db.query("commit");
}

/** So many entries of the orders, in the order of their days. */
const insertEntries = `
  insert into ap_entry (supplier_id, po_id, currency, amount, base_amount, balance, biz_type,
    biz_date, due_date, biz_document, biz_id, biz_no, create_time)
  select o.supplier_id, o.id, 'CNY', x.amount, x.amount,
    sum(x.amount) over (partition by o.id order by k), x.type, d.day, d.day + 30,
    'wms_sign', o.id, 'QS' || o.id, d.day
  from purchase_order o cross join generate_series(1, ${PER_ORDER}) k
    cross join lateral (select
      case when k < 7 then 'receipt' when k = 7 then 'return' else 'payment' end as type,
      case when k < 7 then 100 + o.id % 89 + k when k = 7 then -20 when k < ${PER_ORDER} then -150
        when o.id % ${OPEN} = 0 then -10 else 299 - 6 * (100 + o.id % 89) end as amount) x
    cross join lateral (
      select (current_date - 30 - (o.id * 7 % (${MONTHS} * 30))::int + 3 * k) as day) d
  where o.no like 'CGB%' order by d.day, o.id, k`;

/** @returns id of a supplier with very many entries */
export async function fill(db, wanted) {
  const { rows: have } = await db.query("select count(*)::int as n from ap_entry");
  if (have[0].n < wanted) {
    const from = performance.now();
    await fillSuppliers(db);
    await bulk(db, "purchase_order", () => fillOrders(db, wanted / PER_ORDER));
    await bulk(db, "ap_entry", () => db.query(insertEntries));
    await bulk(db, "ap_due", () => db.query("select ap_rebuild()"));
    await db.query(
      `update supplier s set ap_balance = coalesce((select sum(base_amount) from ap_entry
         where supplier_id = s.id), 0)`,
    );
    await db.query("vacuum analyze");
    console.log(`${wanted} entries made in ${((performance.now() - from) / 1000).toFixed(0)} s`);
  }
  const { rows } = await db.query("select id from supplier where no = 'GYB7'");
  return rows[0].id;
}

/** Requests of one order each that are approved, and a payment of each that waits. */
export async function fillPayments(db, supplierId, count) {
  await db.query("delete from payment where no like 'FKB%'");
  await db.query(
    `insert into company_account (company_id, line_no, bank_name, account_no, currency, enabled)
     select id, 1, '招商银行', '755900001111', 'CNY', true from company
     where not exists (select 1 from company_account where currency = 'CNY' and enabled)
     order by id limit 1`,
  );
  const { rows } = await db.query(
    `with payer as (select id, company_id from company_account where currency = 'CNY' and enabled
        order by id limit 1),
     who as (select id from sys_user where username = 'buyer'),
     o as (select o.id, row_number() over (order by o.id) as n from purchase_order o
       where o.supplier_id = $1 and o.no like 'CGB%' order by o.id),
     wanted as (
       select n, (select id from o where o.n = (w.n - 1) % (select count(*) from o) + 1) as po_id,
         (n % 900 + 100) + n / 1000.0 as amount
       from generate_series(1, $2) as w(n)),
     r as (
       insert into payment_request (no, status, request_type, payee_type, payee_id, payee_name,
         account_name, bank_name, account_no, company_id, currency, amount, unpaid_amount,
         paying_amount, base_amount, base_unpaid, pay_currency, pay_amount, expect_pay_date, create_by)
       select 'QKB' || extract(epoch from now())::bigint || '-' || n, 'approved', 'balance', 'supplier',
         $1, '往来供应商', '户名', '工商银行', '62220000001234', p.company_id, 'CNY', round(amount, 2),
         round(amount, 2), round(amount, 2), round(amount, 2), round(amount, 2), 'CNY',
         round(amount, 2), current_date, who.id
       from wanted, payer p, who order by n returning id, no, amount),
     l as (
       insert into payment_request_line (payment_request_id, line_no, biz_type, po_id, amount, rate)
       select r.id, 1, 'po', w.po_id, r.amount, 1
       from r join wanted w on w.n = split_part(r.no, '-', 2)::int returning payment_request_id, po_id),
     f as (
       insert into payment (no, status, request_id, payee_id, payee_name, account_name, bank_name,
         account_no, company_id, pay_currency, pay_amount, settle_amount, currency, pay_rate,
         base_amount, payer_account_id, pay_method, planned_date, applicant_id, request_no, source_rate)
       select 'FKB' || r.id, 'pending', r.id, $1, '往来供应商', '户名', '工商银行', '62220000001234',
         p.company_id, 'CNY', r.amount, r.amount, 'CNY', 1, r.amount, p.id, 'wire', current_date,
         who.id, r.no, 1
       from r, payer p, who returning id, request_id, settle_amount)
     select f.id as "paymentId", f.request_id as "requestId", l.po_id as "poId",
       f.settle_amount as amount from f join l on l.payment_request_id = f.request_id order by f.id`,
    [supplierId, count],
  );
  return rows.map((row) => ({ ...row, supplierId }));
}
