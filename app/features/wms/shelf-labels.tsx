import type { DocumentOf } from "#documents";
import type { PageLine } from "#documents/kit";
import type { PrintProps } from "~/screens/parts";
import { plainText } from "~/text";
import { barcodes } from "../product/barcode.server";

type ShelfLabelLine = PageLine<DocumentOf<"wms_sign">, "items">;

/** Most labels of one sheet: more would weigh too much for a browser. */
const MOST = 2000;

/** 上架标签: one label for each piece of a line, its FNSKU or else its SKU as bars. */
function Labels({ line, most }: { line: ShelfLabelLine; most: number }) {
  const bars = barcodes(line.fnsku || plainText(line.skuCode), `bars-${line.id}`);
  return Array.from({ length: Math.min(line.signQty ?? 0, most) }, (_, i) => (
    <div key={i} className="label">
      {bars(i)}
      <p>
        {line.skuName}
        <br />
        {line.msku || line.skuCode}
        {line.binCode && ` · ${line.binCode}`}
      </p>
    </div>
  ));
}

/** Labels for the shelf of everything that a receipt counted. */
export function ShelfLabels({ row }: PrintProps<"wms_sign">) {
  const items = (row.items ?? []).filter(({ signQty = 0 }) => signQty > 0);
  const most = Math.floor(MOST / Math.max(1, items.length));
  const cut = items.some(({ signQty = 0 }) => signQty > most);
  return (
    <>
      {cut && <p>每个SKU最多打印{most}张标签。</p>}
      {items.map((line) => (
        <Labels key={line.id} line={line} most={most} />
      ))}
    </>
  );
}
