import type { PrintProps } from "~/screens/parts";
import { plainText } from "~/text/plain";
import { Descriptions } from "~/ui/description/description";
import { Barcode } from "./barcode.server";

/** 封样卡, A5: what the sample is, how long it holds, who keeps it, and its seal number as bars. */
export function SealCard({ row }: PrintProps) {
  const checks = (row.checks as Record<string, unknown>[] | undefined) ?? [];
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
      <table>
        <thead>
          <tr>
            {["项目", "标准", "公差", "实测", "判定"].map((h) => (
              <th key={h}>{h}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {checks.map((c) => (
            <tr key={plainText(c.id)}>
              {[c.item, c.standard, c.tolerance, c.measured].map((v, i) => (
                <td key={i}>{plainText(v)}</td>
              ))}
              <td>{c.result === "ng" ? "不合格" : c.result === "ok" ? "合格" : ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {plainText(row.sealNo) && <Barcode text={plainText(row.sealNo)} />}
      <p>采购签字：____________　质检签字：____________　供方签字：____________</p>
    </>
  );
}

/** FNSKU标签: one label per platform mapping that has one. */
export function SkuLabels({ row }: PrintProps) {
  const listings = (row.listings as Record<string, unknown>[] | undefined) ?? [];
  const labelled = listings.filter((l) => l.fnsku);
  if (!labelled.length) return <p>{plainText(row.skuCode)}：没有FNSKU</p>;
  return labelled.map((l) => (
    <div key={plainText(l.id)} className="label">
      <Barcode text={plainText(l.fnsku)} />
      <p>
        {plainText(row.nameEn) || plainText(row.name)}
        <br />
        {plainText(l.msku)} · New
      </p>
    </div>
  ));
}
