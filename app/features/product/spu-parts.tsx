import { documentNamed } from "#documents";
import { PartTable, tableTab } from "~/screens/detail/part-table";
import type { ValueValues } from "~/screens/form/values";
import type { DetailProps, Tabbed } from "~/screens/parts";
import { rowsIn, valuesIn } from "~/screens/row/row";
import { rowLink, stateTag } from "~/screens/row/row-link";
import { plainText, textOrDash } from "~/text";

/** SKUs, supplier prices and sealed samples of an SPU. */
export function spuTabs({ row: { tabs } }: DetailProps<"spu">): Tabbed[] {
  return [
    {
      key: "skus",
      label: "SKU",
      count: tabs?.skus.length ?? 0,
      content: (
        <PartTable
          title="SKU"
          head={["SKU编码", "品名", "参考采购价", "状态"]}
          rows={tabs?.skus ?? []}
          cells={(r) => [
            rowLink("sku", r.id, r.skuCode),
            plainText(r.name),
            textOrDash(r.purchasePrice),
            stateTag("sku", r.status),
          ]}
        />
      ),
    },
    ...(tabs?.offers.length
      ? [
          tableTab("offers", "供应商报价", {
            title: "供应商报价",
            head: ["SKU编码", "供应商", "币种", "起订量", "单价(不含税)", "交期", "有效期止", "首选"],
            rows: tabs.offers,
            cells: (r) => [
              plainText(r.skuCode),
              plainText(r.supplier),
              plainText(r.currency),
              plainText(r.minQty),
              plainText(r.price),
              plainText(r.leadDays),
              textOrDash(r.validTo),
              r.isDefault ? "是" : "",
            ],
          }),
        ]
      : []),
    ...(tabs?.samples.length
      ? [
          tableTab("samples", "封样", {
            title: "封样",
            head: ["单号", "SKU编码", "供应商", "版次", "封条号", "有效期", "状态"],
            rows: tabs.samples,
            cells: (r) => [
              rowLink("seal_sample", r.id, r.no),
              plainText(r.skuCode),
              plainText(r.supplier),
              plainText(r.version),
              plainText(r.sealNo),
              plainText(r.validUntil),
              stateTag("seal_sample", r.status),
            ],
          }),
        ]
      : []),
  ];
}

/** Old and new value of each changed field. */
export function Changes({ row: { changes = [] } }: DetailProps<"sku_special_edit">) {
  return (
    <PartTable
      title="变更内容"
      head={["字段", "原值", "新值"]}
      rows={changes}
      cells={(r) => [plainText(r.label), plainText(r.old) || "空", <b key="n">{plainText(r.new) || "空"}</b>]}
    />
  );
}

/** What of a supplier waits for approval; the values above are in force until then. */
export function PendingTerms({ row }: DetailProps) {
  if (!row.pending) return null;
  const pending = valuesIn(row, "pending");
  const { fields } = documentNamed("supplier");
  const shown = Object.entries(pending).map(([name, value]) => {
    const f = fields[name];
    const word = (v: unknown) =>
      f && "options" in f ? (f.options[plainText(v)]?.label ?? plainText(v)) : plainText(v);
    return name === "accounts"
      ? {
          label: "收款账户",
          old: rowsIn(row, "accounts").map(account),
          value: rowsIn(pending, "accounts").map(account),
        }
      : { label: f?.label ?? name, old: [word(row[name])], value: [word(value)] };
  });
  return (
    <PartTable
      title="待审批的修改"
      head={["字段", "现行值", "新值"]}
      rows={shown}
      cells={(r) => [r.label, r.old.join("；") || "空", r.value.join("；") || "空"]}
    />
  );
}

const account = (a: ValueValues) => [a.accountName, a.bankName, a.accountNo, a.currency].map(plainText).join(" ");
