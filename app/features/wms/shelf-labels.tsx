import type { PrintProps } from "~/screens/parts";
import { barcodes } from "../product/barcode.server";

interface Line {
  id: string;
  skuCode: string;
  skuName?: string;
  signQty: number;
  binCode?: string | null;
  fnsku?: string | null;
  msku?: string | null;
}

/** Most labels of one sheet: more would weigh too much for a browser. */
const MOST = 2000;

/** 上架标签: one label for each piece of a line, its FNSKU or else its SKU as bars. */
function Labels({ line, most }: { line: Line; most: number }) {
  const bars = barcodes(line.fnsku || line.skuCode, `bars-${line.id}`);
  return Array.from({ length: Math.min(Number(line.signQty), most) }, (_, i) => (
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
export function ShelfLabels({ row }: PrintProps) {
  const items = ((row.items as Line[] | undefined) ?? []).filter((l) => Number(l.signQty) > 0);
  const most = Math.floor(MOST / Math.max(1, items.length));
  const cut = items.some((l) => Number(l.signQty) > most);
  return (
    <>
      {cut && <p>每个SKU最多打印{most}张标签。</p>}
      {items.map((line) => (
        <Labels key={line.id} line={line} most={most} />
      ))}
    </>
  );
}
