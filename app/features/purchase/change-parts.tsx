import type { ReactNode } from "react";
import { type DocumentOf, documentNamed } from "#documents";
import type { PageLine } from "#documents/kit";
import { PartTable } from "~/screens/detail/part-table";
import { rowHref } from "~/screens/frame/href";
import type { DetailProps } from "~/screens/parts";
import { formatMoney, formatNumber, textOrDash } from "~/text";
import { Card, Descriptions } from "~/ui";
import { unitPrice } from "./unit-price";

type ChangePartLine = PageLine<DocumentOf<"purchase_change">, "items">;
type ChangeAmount = string | null | undefined;

/** Old value struck out beside the new one; only the value when nothing changes. */
function Sides({ old, now }: { old: string; now: string }) {
  if (old === now) return <>{now}</>;
  return (
    <>
      <del>{old}</del> <ins>{now}</ins>
    </>
  );
}

const rate = (v: ChangeAmount) => (v === null || v === undefined ? "—" : `${Number(v)}%`);
const money = (v: ChangeAmount) => (v === undefined ? "***" : formatMoney(v));
const price = (v: ChangeAmount) => (v === undefined ? "***" : unitPrice(textOrDash(v)));

/** What the line does to what is still to come, and how far it could be cut. */
function effect(l: ChangePartLine): ReactNode {
  if (!l.poLineId) return "增加一行";
  if (Number(l.newQty) === 0) return "取消这一行";
  const diff = Number(l.newQty) - Number(l.oldQty);
  const parts = [
    diff && `待到货 ${diff > 0 ? "+" : ""}${formatNumber(diff, 0)}`,
    l.bound > 0 && `不能少于 ${formatNumber(l.bound, 0)}`,
  ].filter(Boolean);
  return parts.join("，") || "不变";
}

function Lines({ items }: { items: ChangePartLine[] }) {
  return (
    <PartTable
      title="变更明细"
      head={["SKU", "品名", "数量", "单价(不含税)", "税率", "交期", "影响", "备注"]}
      rows={items}
      cells={(l) => {
        const added = !l.poLineId;
        const both = (old: string, now: string) => (added ? <ins>{now}</ins> : <Sides old={old} now={now} />);
        return [
          textOrDash(l.skuCode ?? l.$skuId),
          textOrDash(l.skuName),
          both(formatNumber(l.oldQty, 0), formatNumber(l.newQty, 0)),
          both(price(l.oldPrice), price(l.newPrice)),
          both(rate(l.oldTaxRate), rate(l.newTaxRate)),
          both(textOrDash(l.oldExpectDate), textOrDash(l.newExpectDate)),
          effect(l),
          textOrDash(l.remark),
        ];
      }}
    />
  );
}

/** 变更前 / 变更后 / 影响 of an order, header and lines. */
export function ChangeParts({ row }: DetailProps<"purchase_change">) {
  const { items = [], impact } = row;
  const head = row.oldHead ?? {};
  const fields: [string, string, string][] = [
    ["收货仓", textOrDash(head.warehouse), textOrDash(row.newWarehouseName ?? head.warehouse)],
    ["运费", money(head.freight), money(row.newFreight ?? head.freight)],
    ["其他费", money(head.other), money(row.newOther ?? head.other)],
    ["折扣", money(head.discount), money(row.newDiscount ?? head.discount)],
    ["预付比例", rate(head.depositRate), rate(row.newDepositRate ?? head.depositRate)],
    ["订单总额", money(row.oldAmount), money(row.newAmount)],
  ];
  const contract = impact?.contract;
  return (
    <>
      {impact?.stale && (
        <p className="alert warning" role="alert">
          采购单已被其他变更修改，请编辑后重新提交。
        </p>
      )}
      <Card title="变更前后">
        <Descriptions
          columns={3}
          items={fields.map(([label, old, now]) => ({ label, value: <Sides old={old} now={now} /> }))}
        />
      </Card>
      <Lines items={items} />
      <Card title="影响">
        <Descriptions
          columns={3}
          items={[
            { label: "采购单", value: `${textOrDash(impact?.order)} ${textOrDash(impact?.orderState)}` },
            { label: "差额", value: money(row.diffAmount) },
            {
              label: "已请款 / 已付",
              value: `${money(impact?.requestedAmount ?? undefined)} / ${money(impact?.paidAmount ?? undefined)}`,
            },
            {
              label: "合同",
              wide: true,
              value: contract ? (
                <>
                  <a
                    href={rowHref(documentNamed("purchase_contract"), "detail", contract.id, "/purchaseContract/index")}
                  >
                    {contract.no}
                  </a>{" "}
                  {contract.effect}
                </>
              ) : (
                "未生成合同，不受影响"
              ),
            },
          ]}
        />
      </Card>
    </>
  );
}
