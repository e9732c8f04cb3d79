import { rejectHandles } from "#documents/purchase/inspection-lines";
import type { PrintProps } from "~/screens/parts";
import { below, Closing, COUNTED, SheetFacts, SheetTable, whole } from "~/screens/print/sheet-parts";
import { LineTables } from "~/screens/row/line-tables";
import { Value } from "~/screens/row/value";
import { textOrDash } from "~/text";

const FACTS = [
  "signId",
  "poNos",
  "supplierId",
  "warehouseId",
  "qcType",
  "qcMethod",
  "signQty",
  "passQty",
  "rejectQty",
  "passRate",
  "conclusion",
  "inspectorId",
  "inspectTime",
];

/** What was found of each line. */
function Found({ document, row, options }: PrintProps<"inspection">) {
  const { rejectReason, photos } = document.lines?.items?.fields ?? {};
  return (
    <SheetTable
      rows={row.items}
      columns={[
        COUNTED,
        ["SKU", (l) => below(textOrDash(l.skuCode), textOrDash(l.skuName))],
        ["签收", (l) => `${whole(l.signQty)} ${textOrDash(l.unit)}`, "num"],
        ["抽检 / 不良", (l) => `${whole(l.sampleQty)} / ${whole(l.sampleBadQty)}`, "num"],
        ["合格", (l) => whole(l.passQty), "num"],
        ["让步", (l) => whole(l.concessionQty), "num"],
        ["不合格", (l) => whole(l.rejectQty), "num"],
        [
          "原因 / 处理",
          (l) => (
            <>
              {rejectReason && (
                <Value name="rejectReason" field={rejectReason} row={l} options={options["items.rejectReason"]} />
              )}
              {l.rejectHandle && ` / ${rejectHandles[l.rejectHandle].label}`}
            </>
          ),
        ],
        ["照片", (l) => photos && <Value name="photos" field={photos} row={l} />],
      ]}
    />
  );
}

/** 质检报告, A4: what was received, what was found, who says so. */
export function InspectionSheet({ document, row, options }: PrintProps<"inspection">) {
  const { checks } = document.lines ?? {};
  return (
    <>
      <h1>质检报告 {row.no}</h1>
      <SheetFacts of={{ document, row, options: {} }} names={FACTS} />
      <Found document={document} row={row} options={options} />
      {checks && <LineTables row={row} options={options} document={{ ...document, lines: { checks } }} />}
      <Closing row={row} signs={["质检员", "审核", "日期"]} />
    </>
  );
}
