import { documentNamed } from "#documents";
import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps } from "~/screens/parts";
import { formatMoney, formatNumber, plainText } from "~/text";
import { withParams } from "~/ui";

/** The last day of a month, 2026-02 → 2026-02-28. */
const lastDay = (month: string) => {
  const [year = 0, of = 0] = month.split("-").map(Number);
  return `${month}-${new Date(Date.UTC(year, of, 0)).getUTCDate()}`;
};

/** What was paid from an account in each month, with the way to the payments. */
export function AccountMonths({ row }: DetailProps<"company_account">) {
  const { months = [] } = row;
  const currency = plainText(row.currency);
  const link = (name: string, label: string, month: string) => (
    <a
      href={withParams(documentNamed(name).screens.list, {
        payerAccountId: row.id,
        paidTimeFrom: `${month}-01`,
        paidTimeTo: lastDay(month),
        v: "0",
      })}
    >
      {label}
    </a>
  );
  return (
    <PartTable
      title="每月付款"
      head={["月份", "笔数", "付款金额", "手续费", "明细"]}
      rows={months}
      cells={(m) => [
        m.month,
        formatNumber(m.count, 0),
        formatMoney(m.amount, currency),
        formatMoney(m.fee, currency),
        <span key="links">
          {link("payment", "付款单", m.month)}　{link("oa_payment", "OA付款单", m.month)}
        </span>,
      ]}
    />
  );
}
