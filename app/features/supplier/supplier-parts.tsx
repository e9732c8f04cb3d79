import { documentNamed } from "#documents";
import type { SupplierSent } from "#documents/supplier/supplier";
import { PartTable, tableTab } from "~/screens/detail/part-table";
import type { DetailProps, Tabbed } from "~/screens/parts";
import { rowLink, stateTag } from "~/screens/row/row-link";
import { formatMoney, formatNumber, textOrDash } from "~/text";
import { Card, Descriptions, withParams } from "~/ui";
import { entriesTab } from "../finance/entries-tab";
import { payablesTab } from "../finance/payables-tab";
import { PendingTerms } from "../product/spu-parts";

type SupplierPartTabs = SupplierSent["tabs"];

const percent = (v: number | null | undefined) => (typeof v === "number" ? `${(v * 100).toFixed(2)}%` : "—");
const pricesTab = (rows: SupplierPartTabs["prices"]): Tabbed =>
  tableTab("prices", "价格表", {
    title: "价格表",
    head: ["SKU", "品名", "币种", "起订量", "单价(不含税)", "税率%", "交期", "有效期", "来源", "首选"],
    rows,
    cells: (r) => [
      rowLink("sku", r.skuId, r.skuCode),
      textOrDash(r.skuName),
      textOrDash(r.currency),
      formatNumber(r.minQty, 0),
      textOrDash(r.price),
      textOrDash(r.taxRate),
      textOrDash(r.leadDays),
      `${textOrDash(r.validFrom)} 至 ${textOrDash(r.validTo)}`,
      rowLink("inquiry_order", r.sourceNo, r.sourceNo),
      r.isDefault ? "是" : "",
    ],
  });

const ordersTab = (rows: SupplierPartTabs["orders"]): Tabbed =>
  tableTab("orders", "采购单", {
    title: "最近的采购单",
    head: ["单号", "状态", "总数量", "订单总额", "要求交期", "创建时间"],
    rows,
    cells: (r) => [
      rowLink("purchase_order", r.id, r.no),
      stateTag("purchase_order", r.status),
      formatNumber(r.totalQty, 0),
      formatMoney(r.orderAmount, r.currency),
      textOrDash(r.expectDate),
      r.createTime.slice(0, 16),
    ],
  });

/** 物流账单 of a forwarder or broker: the newest, and the way to all of them. */
const billsTab = (supplierId: string, rows: NonNullable<SupplierPartTabs["bills"]>): Tabbed => ({
  key: "bills",
  label: "物流账单",
  count: rows.length,
  content: (
    <>
      <PartTable
        title="最近的物流账单"
        head={["单号", "状态", "对方账单号", "账单日期", "价税合计", "已付", "到期日"]}
        rows={rows}
        cells={(r) => [
          rowLink("logistics_bill", r.id, r.no),
          stateTag("logistics_bill", r.status),
          textOrDash(r.billNo),
          textOrDash(r.billDate),
          formatMoney(r.totalAmount, r.currency),
          formatMoney(r.paidAmount ?? 0, r.currency),
          textOrDash(r.dueDate),
        ]}
      />
      <p>
        <a href={withParams(documentNamed("logistics_bill").screens.list, { supplierId, v: "0" })}>全部物流账单</a>
      </p>
    </>
  ),
});

const ratesTab = (rates: Partial<SupplierSent["rates"]>): Tabbed => ({
  key: "rates",
  label: "质量与交期",
  content: (
    <Card title="质量与交期">
      <Descriptions
        columns={2}
        items={[
          { label: "质检合格率（合格/签收）", value: percent(rates.passRate) },
          { label: "准时率（按期送达件数/送货件数）", value: percent(rates.onTimeRate) },
        ]}
      />
    </Card>
  ),
});

/** 应付余额 in each currency in which something is owed. */
function Balances({ rows }: { rows: NonNullable<SupplierSent["balances"]> }) {
  return (
    <Card title="应付余额（按币种）">
      <Descriptions
        columns={2}
        items={rows.map((r) => ({
          label: r.currency,
          value: `${formatMoney(r.amount, r.currency)}（本位币 ${formatMoney(r.baseAmount, "CNY")}）`,
        }))}
      />
    </Card>
  );
}

/** 供应商详情: a change that waits for approval, and what is owed where that is not in CNY alone. */
export function SupplierDetail(props: DetailProps<"supplier">) {
  const balances = props.row.balances ?? [];
  return (
    <>
      <PendingTerms {...props} />
      {balances.some((r) => r.currency !== "CNY") && <Balances rows={balances} />}
    </>
  );
}

/** Price list, orders, ledger, quality and punctuality of a supplier. */
export function supplierTabs({ row }: DetailProps<"supplier">): Tabbed[] {
  const { tabs, rates = {} } = row;
  return [
    ...(tabs?.prices.length ? [pricesTab(tabs.prices)] : []),
    ...(tabs ? [ordersTab(tabs.orders)] : []),
    ...(tabs?.bills?.length ? [billsTab(row.id, tabs.bills)] : []),
    ...(tabs?.payables ? [payablesTab(row.id, tabs.payables)] : []),
    ...(tabs?.entries ? [entriesTab({ supplierId: row.id }, tabs.entries)] : []),
    ratesTab(rates),
  ];
}
