import type { Settlement, SettlementLine, SettlementReport } from "../../world/settlement";
import { encoded } from "./encode";
import { amountOf, formOf, type PaperForm } from "./markets";

const SETTLEMENT_COLUMNS = [
  "settlement-id",
  "settlement-start-date",
  "settlement-end-date",
  "deposit-date",
  "total-amount",
  "currency",
  "transaction-type",
  "order-id",
  "merchant-order-id",
  "adjustment-id",
  "shipment-id",
  "marketplace-name",
  "amount-type",
  "amount-description",
  "amount",
  "fulfillment-id",
  "posted-date",
  "posted-date-time",
  "order-item-code",
  "merchant-order-item-id",
  "merchant-adjustment-item-id",
  "sku",
  "quantity-purchased",
  "promotion-id",
] as const;
type FileRow = Partial<Record<(typeof SETTLEMENT_COLUMNS)[number], string | number>>;

/** Whole smallest units of all lines: what is paid out. */
export const totalOf = (lines: readonly Pick<SettlementLine, "amount">[]): number =>
  lines.reduce((sum, line) => sum + line.amount, 0);

const stamped = ({ day }: PaperForm, iso: string) => `${day(iso)} ${new Date(iso).toISOString().slice(11, 19)} UTC`;

function rowsOf({ lines, ...settlement }: Settlement, delta: number): FileRow[] {
  const form = formOf(settlement.marketplaceId);
  const { currency } = settlement;
  const money = (minor: number) => {
    const text = amountOf(minor, currency);
    return form.comma ? text.replace(".", ",") : text;
  };
  const id = { "settlement-id": settlement.id };
  const head: FileRow = {
    ...id,
    "settlement-start-date": stamped(form, settlement.start),
    "settlement-end-date": stamped(form, settlement.end),
    "deposit-date": stamped(form, settlement.deposit),
    "total-amount": money(totalOf(lines) + delta),
    currency,
  };
  const rows = lines.map((line, i): FileRow => {
    return {
      ...id,
      "transaction-type": line.kind,
      "order-id": line.orderNo,
      "adjustment-id": line.adjustmentId,
      "shipment-id": line.shipmentId,
      "marketplace-name": line.marketplace,
      "amount-type": line.amountType,
      "amount-description": line.amountDescription,
      amount: money(line.amount + (i ? 0 : delta)),
      "fulfillment-id": line.fulfillment,
      "posted-date": form.day(line.posted),
      "posted-date-time": stamped(form, line.posted),
      "order-item-code": line.itemCode,
      sku: line.sku,
      "quantity-purchased": line.quantity,
      "promotion-id": line.promotionId,
    };
  });
  return [head, ...rows];
}

/** A cell may hold no tab and no end of a line. */
const cell = (value: string | number | undefined) => String(value ?? "").replace(/[\t\r\n]/g, " ");

/** The V2 flat file of a settlement, as its marketplace writes it; `empty`: its header alone. */
export function settlementFile(settlement: Settlement, { delta = 0 }: SettlementReport, empty: boolean) {
  const { charset } = formOf(settlement.marketplaceId);
  const rows = empty ? [] : rowsOf(settlement, delta).map((row) => SETTLEMENT_COLUMNS.map((name) => cell(row[name])));
  const text = [SETTLEMENT_COLUMNS, ...rows].map((row) => `${row.join("\t")}\n`).join("");
  return { bytes: encoded(text, charset), type: `text/plain; charset=${charset}` };
}
