import { documentNamed } from "#documents";
import { PartTable } from "~/screens/detail/part-table";
import { type Tabbed, TabbedParts } from "~/screens/detail/tabbed";
import { rowHref } from "~/screens/href";
import type { DetailProps } from "~/screens/parts";
import { formatMoney, formatNumber } from "~/text/format";
import { Card } from "~/ui/card/card";
import { Descriptions } from "~/ui/description/description";
import { Tag } from "~/ui/tag/tag";
import { PendingTerms } from "../product/spu-parts";
import { entriesTab } from "./entries-tab";

type Row = Record<string, unknown>;

const text = (v: unknown) => (v === null || v === undefined || v === "" ? "—" : String(v));
const percent = (v: unknown) => (typeof v === "number" ? `${(v * 100).toFixed(2)}%` : "—");
const link = (name: string, id: unknown, label: unknown) => (
  <a href={rowHref(documentNamed(name), "detail", String(id), "")}>{text(label)}</a>
);

function State({ row }: { row: Row }) {
  const state = documentNamed("purchase_order").status?.values[String(row.status)];
  return state ? <Tag tone={state.tone}>{state.label}</Tag> : text(row.status);
}

const pricesTab = (rows: Row[]): Tabbed => ({
  key: "prices",
  label: "价格表",
  count: rows.length,
  content: (
    <PartTable
      title="价格表"
      head={[
        "SKU",
        "品名",
        "币种",
        "起订量",
        "单价(不含税)",
        "税率%",
        "交期",
        "有效期",
        "来源",
        "首选",
      ]}
      rows={rows}
      cells={(r) => [
        link("sku", r.skuId, r.skuCode),
        text(r.skuName),
        text(r.currency),
        formatNumber(text(r.minQty), 0),
        text(r.price),
        text(r.taxRate),
        text(r.leadDays),
        `${text(r.validFrom)} 至 ${text(r.validTo)}`,
        text(r.sourceNo),
        r.isDefault ? "是" : "",
      ]}
    />
  ),
});

const ordersTab = (rows: Row[]): Tabbed => ({
  key: "orders",
  label: "采购单",
  count: rows.length,
  content: (
    <PartTable
      title="最近的采购单"
      head={["单号", "状态", "总数量", "订单总额", "要求交期", "创建时间"]}
      rows={rows}
      cells={(r) => [
        link("purchase_order", r.id, r.no),
        <State key="state" row={r} />,
        formatNumber(text(r.totalQty), 0),
        r.orderAmount ? formatMoney(String(r.orderAmount), String(r.currency)) : "—",
        text(r.expectDate),
        text(r.createTime).slice(0, 16),
      ]}
    />
  ),
});

const ratesTab = (rates: Row): Tabbed => ({
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

/** 供应商详情: a change that waits for approval, price list, orders, quality and punctuality. */
export function SupplierDetail(props: DetailProps) {
  const { row, url } = props;
  const tabs = row.tabs as { prices: Row[]; orders: Row[]; entries: Row[] | null } | undefined;
  return (
    <>
      <PendingTerms {...props} />
      <TabbedParts
        label="供应商资料"
        url={url}
        tabs={[
          ...(tabs?.prices.length ? [pricesTab(tabs.prices)] : []),
          ...(tabs ? [ordersTab(tabs.orders)] : []),
          ...(tabs?.entries ? [entriesTab(String(row.id), tabs.entries)] : []),
          ratesTab((row.rates as Row | undefined) ?? {}),
        ]}
      />
    </>
  );
}
