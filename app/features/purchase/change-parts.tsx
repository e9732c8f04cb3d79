import type { ReactNode } from "react";
import { documentNamed } from "#documents";
import { PartTable } from "~/screens/detail/part-table";
import { rowHref } from "~/screens/href";
import type { DetailProps } from "~/screens/parts";
import { formatMoney, formatNumber } from "~/text/format";
import { textOrDash } from "~/text/plain";
import { Card } from "~/ui/card/card";
import { Descriptions } from "~/ui/description/description";
import { unitPrice } from "./unit-price";

type Row = Record<string, unknown>;

/** Old value struck out beside the new one; only the value when nothing changes. */
function Sides({ old, now }: { old: string; now: string }) {
  if (old === now) return <>{now}</>;
  return (
    <>
      <del>{old}</del> <ins>{now}</ins>
    </>
  );
}

const rate = (v: unknown) => (v === null || v === undefined ? "—" : `${Number(v)}%`);
const money = (v: unknown) => (v === undefined ? "***" : formatMoney(textOrDash(v)));
const price = (v: unknown) => (v === undefined ? "***" : unitPrice(textOrDash(v)));

/** What the line does to what is still to come, and how far it could be cut. */
function effect(l: Row): ReactNode {
  if (!l.poLineId) return "增加一行";
  if (Number(l.newQty) === 0) return "取消这一行";
  const diff = Number(l.newQty) - Number(l.oldQty);
  const parts = [
    diff && `待到货 ${diff > 0 ? "+" : ""}${formatNumber(diff, 0)}`,
    Number(l.bound) > 0 && `不能少于 ${formatNumber(String(l.bound), 0)}`,
  ].filter(Boolean);
  return parts.join("，") || "不变";
}

function Lines({ items }: { items: Row[] }) {
  return (
    <PartTable
      title="变更明细"
      head={["SKU", "品名", "数量", "单价(不含税)", "税率", "交期", "影响", "备注"]}
      rows={items}
      cells={(l) => {
        const added = !l.poLineId;
        const both = (old: string, now: string) =>
          added ? <ins>{now}</ins> : <Sides {...{ old, now }} />;
        return [
          textOrDash(l.skuCode ?? l.$skuId),
          textOrDash(l.skuName),
          both(formatNumber(textOrDash(l.oldQty), 0), formatNumber(textOrDash(l.newQty), 0)),
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

interface Impact {
  order: string;
  orderState: string;
  stale: boolean;
  requestedAmount: string | null;
  paidAmount: string | null;
  contract: { id: string; no: string; effect: string } | null;
}

/** 变更前 / 变更后 / 影响 of an order, header and lines. */
export function ChangeParts({ row }: DetailProps) {
  const head = (row.oldHead ?? {}) as Record<string, string>;
  const impact = row.impact as Impact | undefined;
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
          items={fields.map(([label, old, now]) => ({
            label,
            value: <Sides {...{ old, now }} />,
          }))}
        />
      </Card>
      <Lines items={(row.items as Row[] | undefined) ?? []} />
      <Card title="影响">
        <Descriptions
          columns={3}
          items={[
            {
              label: "采购单",
              value: `${textOrDash(impact?.order)} ${textOrDash(impact?.orderState)}`,
            },
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
                    href={rowHref(
                      documentNamed("purchase_contract"),
                      "detail",
                      contract.id,
                      "/purchaseContract/index",
                    )}
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
