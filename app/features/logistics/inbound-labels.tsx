import type { DocumentOf } from "#documents";
import type { PageLine } from "#documents/kit";
import type { PrintProps } from "~/screens/parts";
import { formatNumber, plainText, textOrDash } from "~/text";
import { Alert, cx } from "~/ui";
import { Barcode, barcodes, copies } from "../product/barcode.server";

type InboundLabelLine = PageLine<DocumentOf<"fba_inbound">, "items">;

/** Most labels of one plan: more would weigh too much for a browser. */
const MOST = 10_000;
/** Labels of a sheet. */
const ON_SHEET = 30;
/** Letters of a title that fit beside its end. */
const TITLE = 52;

/** A title as the platform shortens it: how it begins and how it ends, where goods differ by colour and size. */
export function shortTitle(title: string): string {
  const letters = [...title.trim()];
  if (letters.length <= TITLE) return letters.join("");
  return `${letters.slice(0, TITLE / 2).join("")}…${letters.slice(1 - TITLE / 2).join("")}`;
}

/** The same label for each piece of a line. */
function labelsOf({ id, fnsku, qty = 0, title = "", msku }: InboundLabelLine, most: number): string[] {
  if (!fnsku) return [];
  const bars = barcodes(fnsku, `bars-${id}`);
  return copies(Math.min(qty, most), (index) => (
    <div className="tag-label">
      {bars(index)}
      <p>{shortTitle(title)}</p>
      <p>
        {msku} · <b>New</b>
      </p>
    </div>
  ));
}

const Drawn = ({ labels, paper }: { labels: readonly string[]; paper: "one" | "on-a4" | "on-letter" }) => (
  <div className={cx("tags", paper)} dangerouslySetInnerHTML={{ __html: labels.join("") }} />
);

/** What is printed, and what is not and why: on the page alone, never on paper. */
function LabelNote({ row, left }: Pick<PrintProps<"fba_inbound">, "row"> & { left: readonly InboundLabelLine[] }) {
  const { items = [] } = row;
  const named = ({ skuCode, msku, qty }: InboundLabelLine) => `${msku || skuCode}×${qty}`;
  const lacking = items.filter(({ fnsku, qty = 0 }) => qty > 0 && !fnsku);
  const count = items.reduce((sum, { fnsku, qty = 0 }) => sum + (fnsku ? qty : 0), 0);
  return (
    <div className="unprinted">
      <p>
        {row.no}，{row.storeName}，{row.fromWarehouseName} → {row.toWarehouseName}
        {row.logisticsProviderName && `，${row.logisticsProviderName}`}
      </p>
      <p>
        共{formatNumber(count, 0)}件，每件一张。打印时缩放选100%，不加页眉页脚。
        {row.labelOwner === "AMAZON" && <b>贴标方为平台，货件到仓后由平台贴标。</b>}
      </p>
      {lacking.length > 0 && (
        <Alert tone="warning">
          没有FNSKU，未打印：{lacking.map(named).join("、")}。请在入库明细或SKU的平台映射中补全。
        </Alert>
      )}
      {left.length > 0 && (
        <Alert tone="warning">
          一次最多{formatNumber(MOST, 0)}张，未打印或未印全：{left.map(named).join("、")}
        </Alert>
      )}
    </div>
  );
}

/** All labels of a plan, line by line, and the lines that found no room. */
function allLabels({ items = [] }: PrintProps<"fba_inbound">["row"]) {
  const left: InboundLabelLine[] = [];
  const labels: string[] = [];
  for (const line of items) {
    const own = labelsOf(line, MOST - labels.length);
    if (line.fnsku && own.length < (line.qty ?? 0)) left.push(line);
    labels.push(...own);
  }
  return { labels, left };
}

/** FNSKU标签 of a printer of labels: a page of 60 × 40 mm for each. */
export function PieceLabels({ row }: PrintProps<"fba_inbound">) {
  const { labels, left } = allLabels(row);
  return (
    <>
      <LabelNote row={row} left={left} />
      <Drawn labels={labels} paper="one" />
    </>
  );
}

/** Sheets of thirty labels, three beside each other. */
function Sheets({ row, paper }: Pick<PrintProps<"fba_inbound">, "row"> & { paper: "on-a4" | "on-letter" }) {
  const { labels, left } = allLabels(row);
  return (
    <>
      <LabelNote row={row} left={left} />
      {Array.from({ length: Math.ceil(labels.length / ON_SHEET) }, (_, i) => (
        <Drawn key={i} labels={labels.slice(i * ON_SHEET, (i + 1) * ON_SHEET)} paper={paper} />
      ))}
    </>
  );
}

export const PieceSheetsA4 = ({ row }: PrintProps<"fba_inbound">) => <Sheets row={row} paper="on-a4" />;
export const PieceSheetsLetter = ({ row }: PrintProps<"fba_inbound">) => <Sheets row={row} paper="on-letter" />;

/** Ways of travelling on pallets, which have labels of their own. */
const PALLETS: readonly (string | null | undefined)[] = ["FREIGHT_LTL", "FREIGHT_FTL_PALLET"];

type InboundShipmentLine = PageLine<DocumentOf<"fba_inbound">, "shipments">;

/** Where a shipment comes from and goes to. */
const Way = ({ row, fcCode }: Pick<PrintProps<"fba_inbound">, "row"> & Pick<InboundShipmentLine, "fcCode">) => (
  <p className="line">
    <span>
      FROM
      <br />
      <b>{row.storeName}</b>
      <br />
      {row.fromWarehouseName}
    </span>
    <span>
      SHIP TO
      <br />
      <b>FBA {textOrDash(fcCode)}</b>
      <br />
      Amazon {row.country}
    </span>
  </p>
);

/** 箱标: a label of 100 × 150 mm for each box of each shipment, and one for its pallets where it travels on such. */
export function InboundBoxes({ row }: PrintProps<"fba_inbound">) {
  const { shipments = [] } = row;
  const unknown = shipments.filter(({ labels = [] }) => !labels.length);
  return (
    <>
      {unknown.length > 0 && (
        <div className="unprinted">
          <Alert tone="warning">
            还不知道箱数，未打印：{unknown.map(({ shipmentId }) => shipmentId).join("、")}。调拨单装箱后再打印。
          </Alert>
        </div>
      )}
      {shipments.flatMap((shipment) => {
        const { labels = [], shipmentId, fcCode, qty } = shipment;
        const boxes = labels.map((box) => (
          <section key={box.code} className="carton box-label">
            <p className="line">
              <b className="box-no">
                {box.boxNo}/{labels.length}
              </b>
              <b>FBA</b>
            </p>
            <Way row={row} fcCode={fcCode} />
            <Barcode text={box.code} />
            <p>
              货件 <b>{plainText(shipmentId)}</b>　{row.no}
            </p>
            <p className="box-contents">
              共 <b>{formatNumber(box.qty, 0)}</b> 件：{box.goods}
              {box.weightKg && `　${box.weightKg} kg`}
            </p>
          </section>
        ));
        const pallet = labels.length > 0 && PALLETS.includes(row.shipWay) && (
          <section key={`${shipmentId}-pallet`} className="carton box-label">
            <p className="line">
              <b className="box-no">PALLET ___/___</b>
            </p>
            <Way row={row} fcCode={fcCode} />
            <Barcode text={plainText(shipmentId)} />
            <p>
              货件 <b>{plainText(shipmentId)}</b>　共 {labels.length} 箱 {formatNumber(qty, 0)} 件
            </p>
            <p>每托四面各贴一张，填写第几托、共几托。</p>
          </section>
        );
        return [...boxes, pallet];
      })}
    </>
  );
}
