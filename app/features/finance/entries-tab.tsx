import { documentNamed } from "#documents";
import { type PayableEntrySent, payableTypes } from "#documents/finance/payable-words";
import { PartTable } from "~/screens/detail/part-table";
import type { Tabbed } from "~/screens/parts";
import { rowLink } from "~/screens/row/row-link";
import { formatMoney, textOrDash } from "~/text";
import { withParams } from "~/ui";

/** 应付流水 of a supplier or an order: its newest entries, and the way to all of them. */
export const entriesTab = (by: Record<string, string>, rows: PayableEntrySent[]): Tabbed => ({
  key: "entries",
  label: "应付流水",
  count: rows.length,
  content: (
    <>
      <PartTable
        title="最近的应付流水"
        head={["业务日期", "类型", "采购单", "来源单", "金额", "采购单结余", "本位币(CNY)", "到期日"]}
        rows={rows}
        cells={(r) => [
          textOrDash(r.bizDate),
          payableTypes[r.bizType].label,
          rowLink("purchase_order", r.poId, r.poNo),
          rowLink(r.bizDocument, r.bizId, r.bizNo),
          formatMoney(r.amount, r.currency),
          formatMoney(r.balance, r.currency),
          formatMoney(r.baseAmount, "CNY"),
          textOrDash(r.dueDate),
        ]}
      />
      <p>
        <a href={withParams(documentNamed("ap_entry").screens.list, { ...by, v: "0" })}>全部应付流水</a>
      </p>
    </>
  ),
});
