import type { PrintProps } from "~/screens/parts";
import { Descriptions } from "~/ui/description/description";
import { Barcode } from "./barcode.server";

const text = (v: unknown) => (v === null || v === undefined ? "" : String(v));

/** 封样卡, A5: what the sample is, how long it holds, who keeps it, and its seal number as bars. */
export function SealCard({ row }: PrintProps) {
  const checks = (row.checks as Record<string, unknown>[] | undefined) ?? [];
  return (
    <>
      <h1>封样卡 {text(row.no)}</h1>
      <Descriptions
        columns={2}
        items={[
          { label: "SKU", value: text(row.skuName) },
          { label: "供应商", value: text(row.supplierName) },
          { label: "版次", value: text(row.sampleVersion) },
          { label: "存放位置", value: text(row.location) },
          { label: "封样日", value: text(row.sealDate) },
          { label: "有效期", value: text(row.validUntil) },
          { label: "封样数量", value: text(row.qty) },
          {
            label: "留样（采购/质检/供方）",
            value: `${text(row.keepPurchase)} / ${text(row.keepQc)} / ${text(row.keepSupplier)}`,
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
            <tr key={text(c.id)}>
              {[c.item, c.standard, c.tolerance, c.measured].map((v, i) => (
                <td key={i}>{text(v)}</td>
              ))}
              <td>{c.result === "ng" ? "不合格" : c.result === "ok" ? "合格" : ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {text(row.sealNo) && <Barcode text={text(row.sealNo)} />}
      <p>采购签字：____________　质检签字：____________　供方签字：____________</p>
    </>
  );
}

/** FNSKU标签: one label per platform mapping that has one. */
export function SkuLabels({ row }: PrintProps) {
  const listings = (row.listings as Record<string, unknown>[] | undefined) ?? [];
  const labelled = listings.filter((l) => l.fnsku);
  if (!labelled.length) return <p>{text(row.skuCode)}：没有FNSKU</p>;
  return labelled.map((l) => (
    <div key={text(l.id)} className="label">
      <Barcode text={text(l.fnsku)} />
      <p>
        {text(row.nameEn) || text(row.name)}
        <br />
        {text(l.msku)} · New
      </p>
    </div>
  ));
}
