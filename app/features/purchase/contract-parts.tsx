import type { ContractRow } from "#documents/purchase/contract-snapshot";
import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps } from "~/screens/parts";
import { formatMoney, formatNumber } from "~/text";
import { unitPrice } from "./unit-price";

/** Goods that the contract names, for who decides on it; the sheet itself is a page of its own. */
export function ContractParts({ row: { sheet } }: DetailProps<"purchase_contract">) {
  if (!sheet) return null;
  const rows = sheet.orders.flatMap((o) => o.rows.map((r) => ({ ...r, order: o.no })));
  const tax = sheet.contractType === "tax";
  return (
    <PartTable<ContractRow & { order: string }>
      title="合同货物"
      head={[
        "采购单",
        "货号",
        "品名规格",
        "数量",
        "单价(不含税)",
        ...(tax ? ["税率", "含税单价", "价税合计"] : ["金额"]),
        "交期",
      ]}
      rows={rows}
      cells={(r) => [
        r.order,
        r.skuCode,
        [r.skuName, r.spec].filter(Boolean).join(" "),
        `${formatNumber(r.qty, 0)} ${r.unit ?? ""}`.trim(),
        unitPrice(r.price),
        ...(tax ? [`${Number(r.taxRate)}%`, unitPrice(r.priceInclTax)] : []),
        formatMoney(r.amount),
        r.expectDate ?? "—",
      ]}
    />
  );
}
