import { supplierStatement } from "#documents/finance/payables/supplier-statement";
import type { RowOf } from "#documents/kit";
import { lockIds } from "../../../db/locks";
import { lockWhole } from "../../../documents/reading/row";
import type { RuleContext, SourceId } from "../../../documents/rules";
import { rules, transition } from "../../../documents/written";
import { conflict, invalid } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { dec } from "../../../values/money";
import { figuresOf, laterEntries, type Period, writeStatement } from "./ledger-of";

/** Lines that one sheet can bear. */
const MOST = 2000;

type Row = RowOf<typeof supplierStatement>;

const periodOf = ({ supplierId, currency, fromDate, toDate }: Row): Period => ({
  supplierId,
  currency,
  fromDate,
  toDate,
});

/** @throws Refusal 400 期间不对 */
function requirePeriod({ fromDate, toDate }: Pick<Period, "fromDate" | "toDate">): void {
  const early = "结束日期不能早于开始日期";
  if (toDate < fromDate) throw invalid(early, { toDate: early });
  const future = "结束日期不能晚于今天";
  if (toDate > today()) throw invalid(future, { toDate: future });
}

/** One statement says what one entry is: periods of a supplier and currency do not overlap. */
async function requireApart({ sql }: RuleContext, period: Period, id: string | null) {
  const row = await sql.one<{ no: string }>(
    `select no from supplier_statement
     where supplier_id = $1 and currency = $2 and from_date <= $4 and to_date >= $3
       and status <> 'void' and del_flag = 0 and id is distinct from $5 order by id limit 1`,
    [period.supplierId, period.currency, period.fromDate, period.toDate, id],
  );
  if (row) throw conflict(`对账单${row.no}已包含该期间`);
}

const supplierOf = ({ sql }: RuleContext, id: string) =>
  sql.one<{ name: string; buyerId: string; currency: string }>(
    `select name, buyer_id as "buyerId", currency from supplier where id = $1`,
    [id],
  );

/** Figures and lines as the ledger has them now. The supplier is locked: nothing is posted meanwhile. */
async function draw(c: RuleContext, row: Row): Promise<void> {
  const period = periodOf(row);
  const figures = await figuresOf(c, period);
  if (figures.entryCount > MOST)
    throw conflict(`期间内有${figures.entryCount}笔流水，超过${MOST}笔，请缩短期间`);
  await writeStatement(c, row.id, period, figures.opening);
  await c.sql.query(
    `update supplier_statement set opening = $2, added = $3, returned = $4, paid = $5, refunded = $6,
       closing = $7, entry_count = $8, supplier_amount = 0, difference = 0 where id = $1`,
    [
      ...[row.id, figures.opening, figures.added, figures.returned, figures.paid],
      ...[figures.refunded, figures.closing, figures.entryCount],
    ],
  );
}

const lockSupplier = async (c: RuleContext, { supplierId }: Row) => {
  await lockIds(c.sql, "supplier", [supplierId]);
  return {};
};

const refresh = transition(supplierStatement, "refresh", {
  lock: lockSupplier,
  effect: (c, { row }) => draw(c, row),
});

const send = transition(supplierStatement, "send", {
  lock: lockSupplier,
  async effect(c, { row }) {
    await draw(c, row);
    // Entries of a supplier are added under his lock: what comes later has a greater id.
    await c.sql.query(
      `update supplier_statement t set sent_time = now(), last_entry = (
         select coalesce(max(e.id), 0) from ap_entry e where e.supplier_id = t.supplier_id)::text
       where t.id = $1`,
      [row.id],
    );
  },
});

const confirm = transition(supplierStatement, "confirm", {
  check({ row }, { supplierAmount, differenceNote, confirmDate }) {
    if (confirmDate > today()) return "确认日期不能晚于今天";
    const by = dec(supplierAmount ?? row.closing).minus(dec(row.closing));
    return !by.eq(0) && !differenceNote
      ? `对方余额与我方相差${by.toFixed(2)}，请填写差异说明`
      : undefined;
  },
  async effect(c, { row }, input) {
    const amount = input.supplierAmount ?? row.closing;
    await c.sql.query(
      `update supplier_statement set confirm_date = $2, supplier_amount = $3,
         difference = $3::numeric - closing, difference_note = $4, signed_files = $5 where id = $1`,
      [row.id, input.confirmDate, amount, input.differenceNote ?? null, input.signedFiles],
    );
  },
});

/** Last month of a supplier in his own currency, or in the one of the account that a link names. */
async function prefill(
  c: RuleContext,
  from: { supplierId?: readonly SourceId[]; accountId?: readonly SourceId[] },
) {
  const account = await c.sql.one<{ supplierId: string; currency: string }>(
    `select supplier_id as "supplierId", currency from ap_account where id = $1`,
    [from.accountId?.[0] ?? null],
  );
  const supplierId = account?.supplierId ?? from.supplierId?.[0];
  const supplier = supplierId ? await supplierOf(c, supplierId) : undefined;
  const currency = account?.currency ?? supplier?.currency;
  const [year = 0, month = 0] = today().split("-").map(Number);
  const day = (date: Date) => date.toISOString().slice(0, 10);
  return {
    ...(supplier && { supplierId, supplierName: supplier.name }),
    ...(currency && { currency }),
    fromDate: day(new Date(Date.UTC(year, month - 2, 1))),
    toDate: day(new Date(Date.UTC(year, month - 1, 0))),
  };
}

/** 供应商对账单: drafted from the ledger, fixed when it is sent. */
export const supplierStatementRules = rules(supplierStatement, {
  expressions: {
    laterAmount: `case when t.status in ('sent', 'confirmed') then coalesce((
      select ap_balance_at(a.id, t.to_date) from ap_account a
      where a.supplier_id = t.supplier_id and a.currency = t.currency), 0.00) - t.closing else 0.00 end`,
  },
  prefill,
  async beforeSave(c, next, before) {
    const all = { ...before, ...next };
    const { supplierId, currency, fromDate, toDate } = all;
    if (!supplierId || !currency || !fromDate || !toDate) return;
    requirePeriod({ fromDate, toDate });
    await lockIds(c.sql, "supplier", [supplierId]);
    await requireApart(c, { supplierId, currency, fromDate, toDate }, before?.id ?? null);
    const supplier = await supplierOf(c, supplierId);
    next.supplierText = supplier?.name;
    next.buyerId = supplier?.buyerId;
  },
  async afterSave(c, id) {
    await draw(c, await lockWhole(c, supplierStatement, id, { anyScope: true }));
  },
  async enrichOne(c, row) {
    if (row.status !== "sent" && row.status !== "confirmed") return;
    if (!c.caller.permissions.has("purchase_price_view")) return;
    Object.assign(row, {
      later: await laterEntries(c, { ...periodOf(row), lastEntry: row.lastEntry ?? "0" }),
    });
  },
  transitions: [refresh, send, confirm],
});
