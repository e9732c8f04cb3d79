import { documentNamed } from "#documents";
import { PartTable } from "~/screens/detail/part-table";
import { TabbedParts } from "~/screens/detail/tabbed";
import { rowHref } from "~/screens/href";
import type { DetailProps } from "~/screens/parts";
import { Tag } from "~/ui/tag/tag";
import { Matrix } from "./matrix";

type Row = Record<string, unknown>;

const text = (v: unknown) => (v === null || v === undefined ? "" : String(v));

const state = (name: string, value: unknown) => {
  const known = documentNamed(name).status?.values[text(value)];
  return known ? <Tag tone={known.tone}>{known.label}</Tag> : text(value);
};

/** SPU详情: combinations, SKUs, supplier prices, sealed samples. */
export function SpuDetail(props: DetailProps) {
  const { row, url } = props;
  const tabs = row.tabs as { skus: Row[]; offers: Row[]; samples: Row[] } | undefined;
  const link = (name: string, id: unknown, label: unknown) => (
    <a href={rowHref(documentNamed(name), "detail", text(id), "")}>{text(label)}</a>
  );
  return (
    <>
      <Matrix {...props} />
      <TabbedParts
        label="SPU资料"
        url={url}
        tabs={[
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
                  link("sku", r.id, r.skuCode),
                  text(r.name),
                  text(r.purchasePrice) || "—",
                  state("sku", r.status),
                ]}
              />
            ),
          },
          ...(tabs?.offers.length
            ? [
                {
                  key: "offers",
                  label: "供应商报价",
                  count: tabs.offers.length,
                  content: (
                    <PartTable
                      title="供应商报价"
                      head={[
                        "SKU编码",
                        "供应商",
                        "币种",
                        "起订量",
                        "单价(不含税)",
                        "交期",
                        "有效期止",
                        "首选",
                      ]}
                      rows={tabs.offers}
                      cells={(r) => [
                        text(r.skuCode),
                        text(r.supplier),
                        text(r.currency),
                        text(r.minQty),
                        text(r.price),
                        text(r.leadDays),
                        text(r.validTo) || "—",
                        r.isDefault ? "是" : "",
                      ]}
                    />
                  ),
                },
              ]
            : []),
          ...(tabs?.samples.length
            ? [
                {
                  key: "samples",
                  label: "封样",
                  count: tabs.samples.length,
                  content: (
                    <PartTable
                      title="封样"
                      head={["单号", "SKU编码", "供应商", "版次", "封条号", "有效期", "状态"]}
                      rows={tabs.samples}
                      cells={(r) => [
                        link("seal_sample", r.id, r.no),
                        text(r.skuCode),
                        text(r.supplier),
                        text(r.version),
                        text(r.sealNo),
                        text(r.validUntil),
                        state("seal_sample", r.status),
                      ]}
                    />
                  ),
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

/** Old and new value of each changed field. */
export function Changes({ row }: DetailProps) {
  const changes = (row.changes as Row[] | undefined) ?? [];
  return (
    <PartTable
      title="变更内容"
      head={["字段", "原值", "新值"]}
      rows={changes}
      cells={(r) => [text(r.label), text(r.old) || "空", <b key="n">{text(r.new) || "空"}</b>]}
    />
  );
}

/** What of a supplier waits for approval; the values above are in force until then. */
export function PendingTerms({ row }: DetailProps) {
  const pending = row.pending as Row | null | undefined;
  if (!pending) return null;
  const { fields } = documentNamed("supplier");
  const shown = Object.entries(pending).map(([name, value]) => {
    const f = fields[name];
    const word = (v: unknown) =>
      f && "options" in f ? (f.options[text(v)]?.label ?? text(v)) : text(v);
    return name === "accounts"
      ? {
          label: "收款账户",
          old: (row.accounts as Row[]).map(account),
          value: (value as Row[]).map(account),
        }
      : { label: f?.label ?? name, old: [word(row[name])], value: [word(value)] };
  });
  return (
    <PartTable
      title="待审批的修改"
      head={["字段", "现行值", "新值"]}
      rows={shown as unknown as Row[]}
      cells={(r) => [
        text(r.label),
        (r.old as string[]).join("；") || "空",
        (r.value as string[]).join("；") || "空",
      ]}
    />
  );
}

const account = (a: Row) =>
  [a.accountName, a.bankName, a.accountNo, a.currency].map(text).join(" ");
