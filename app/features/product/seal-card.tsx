import type { PrintProps } from "~/screens/parts";
import { SheetTable } from "~/screens/print/sheet-parts";
import { plainText } from "~/text";
import { Descriptions } from "~/ui";
import { Barcode } from "./barcode.server";

/** 封样卡, A5: what the sample is, how long it holds, who keeps it, and its seal number as bars. */
export function SealCard({ row }: PrintProps<"seal_sample">) {
  return (
    <>
      <h1>封样卡 {plainText(row.no)}</h1>
      <Descriptions
        columns={2}
        items={[
          { label: "SKU", value: plainText(row.skuName) },
          { label: "供应商", value: plainText(row.supplierName) },
          { label: "版次", value: plainText(row.sampleVersion) },
          { label: "存放位置", value: plainText(row.location) },
          { label: "封样日", value: plainText(row.sealDate) },
          { label: "有效期", value: plainText(row.validUntil) },
          { label: "封样数量", value: plainText(row.qty) },
          {
            label: "留样（采购/质检/供方）",
            value: `${plainText(row.keepPurchase)} / ${plainText(row.keepQc)} / ${plainText(row.keepSupplier)}`,
          },
        ]}
      />
      <SheetTable
        rows={row.checks}
        columns={[
          ["项目", (c) => plainText(c.item)],
          ["标准", (c) => plainText(c.standard)],
          ["公差", (c) => plainText(c.tolerance)],
          ["实测", (c) => plainText(c.measured)],
          ["判定", (c) => (c.result === "ng" ? "不合格" : c.result === "ok" ? "合格" : "")],
        ]}
      />
      {plainText(row.sealNo) && <Barcode text={plainText(row.sealNo)} />}
      <p>采购签字：____________　质检签字：____________　供方签字：____________</p>
    </>
  );
}

/** FNSKU标签: one label per platform mapping that has one. */
export function SkuLabels({ row }: PrintProps<"sku">) {
  const { listings = [] } = row;
  const labelled = listings.filter((l) => l.fnsku);
  if (!labelled.length) return <p>{plainText(row.skuCode)}：没有FNSKU</p>;
  return labelled.map((l) => (
    <div key={l.id} className="label">
      <Barcode text={plainText(l.fnsku)} />
      <p>
        {plainText(row.nameEn) || plainText(row.name)}
        <br />
        {plainText(l.msku)} · New
      </p>
    </div>
  ));
}
