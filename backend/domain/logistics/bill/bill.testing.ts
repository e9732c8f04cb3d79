import { holdPaying, settleRequest, unsettleRequest } from "#backend/domain/finance/settle/settle";
import { lockRequests } from "#backend/domain/finance/settle/state";
import { today } from "#backend/platform/values/calendar";
import { actAs } from "../../../../tests/acting";
import { forwarder } from "../freight/freight.testing";
import { openYard, TRANSFER } from "../transfer/transfer.testing";

export const BILL = "/logistics/bill";
export const REQUEST = "/finance/request";

type Body = Record<string, unknown>;

/** A yard with a payee who has accounts in CNY and USD, and one dollar at 7.148. */
export async function openBills() {
  const s = await openYard();
  const { db, o } = s;
  const payee = await forwarder(db, "账单货代");
  for (const [currency, no] of [
    ["CNY", "6222000033334444"],
    ["USD", "4400000011110000"],
  ])
    await db.query(
      `insert into supplier_account (supplier_id, account_name, bank_name, account_no, currency,
         is_default, enabled) values ($1, '账单货代', '示例银行', $2, $3, true, true)`,
      [payee, no, currency],
    );
  await db.query("delete from exchange_rate where currency = 'USD'");
  await db.query(
    `insert into exchange_rate (currency, effective_date, official_rate, source)
     values ('USD', $1, 7.148, '测试')`,
    [today(-3)],
  );
  let serial = 0;
  const line = (sourceType: string, sourceNo: unknown, amount: string, more: Body = {}) => ({
    sourceType,
    sourceNo,
    amount,
    feeType: "freight",
    ...more,
  });
  const form = (items: Body[], more: Body = {}): Body => ({
    supplierId: payee,
    billNo: `HD-${++serial}`,
    billDate: today(),
    currency: "CNY",
    items,
    ...more,
  });
  const add = async (...given: Parameters<typeof form>) => (await s.clerk.add(BILL, form(...given))).id;
  const approve = async (id: string) => {
    await o.submit("logistics", "logistics_bill", BILL, id);
    return id;
  };
  const read = (id: string) => o.as("admin").read(BILL, id);
  const act = (id: string, action: string, body: Body = {}) => o.as("admin").act(BILL, id, action, body);
  /** Entries of a bill, and what is owed to the payee in a currency. */
  const entries = async (id: string) =>
    (
      await db.query<{ amount: string }>(
        `select amount::text as amount from ap_entry
         where biz_document = 'logistics_bill' and biz_id = $1 order by id`,
        [id],
      )
    ).map((e) => e.amount);
  const owed = async (currency: string) =>
    (
      await db.one<{ balance: string }>(
        "select balance::text as balance from ap_account where supplier_id = $1 and currency = $2",
        [payee, currency],
      )
    )?.balance;
  /** A transfer of 90 and 40 that left, of which some of the first came. */
  const sent = async (received = 0) => {
    await s.fill(0, 90, "10");
    await s.fill(1, 40, "25.45");
    const body = s.form([
      [0, 90],
      [1, 40],
    ]);
    const id = await s.approved(body);
    await s.done(id, "pack");
    await s.done(id, "ship");
    const row = await s.read(id);
    if (received) await s.done(id, "setFee", { feeCurrency: "CNY", actualFreight: "1010.50" });
    if (received) await s.done(id, "receive", { items: [{ lineId: row.items[0]?.id, goodQty: received }] });
    return { id, no: String(row.no) };
  };
  const source = { document: "payment", id: "1", no: "FK1" };
  const pay = (id: string, amount: string) =>
    db.tx(async (sql) => {
      const c = actAs(sql);
      await lockRequests(c, [id]);
      await holdPaying(c, id, amount);
      const transfer = { paidTime: `${today()} 00:00:00`, serialNo: "S1", receiptFiles: [] };
      await settleRequest(c, id, { source, amount, bizDate: today(), transfer });
    });
  const back = (id: string) =>
    db.tx(async (sql) => {
      await lockRequests(actAs(sql), [id]);
      await unsettleRequest(actAs(sql), id, { source, bizDate: today() });
    });
  return {
    ...s,
    payee,
    line,
    billForm: form,
    addBill: add,
    approve,
    bill: read,
    actBill: act,
    entries,
    owed,
    sent,
    pay,
    back,
    TRANSFER,
  };
}
