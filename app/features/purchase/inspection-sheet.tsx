import { rejectHandles } from "#documents/purchase/inspection-lines";
import type { PrintProps } from "~/screens/parts";
import { Closing, Head } from "~/screens/print/sheet-parts";
import { LineTables } from "~/screens/row/line-tables";
import { Value } from "~/screens/row/value";
import { formatNumber } from "~/text/format";
import { textOrDash } from "~/text/plain";
import { Descriptions } from "~/ui/description/description";

type Line = Record<string, unknown>;

const whole = (v: unknown) => formatNumber(String(v ?? 0), 0);

const FACTS = [
  ...["signId", "poNos", "supplierId", "warehouseId", "qcType", "qcMethod"],
  ...["signQty", "passQty", "rejectQty", "passRate", "conclusion", "inspectorId", "inspectTime"],
];

const HEAD = ["#", "SKU", "签收", "抽检 / 不良", "合格", "让步", "不合格", "原因 / 处理", "照片"];

/** What was found of each line. */
function Found({ document, row, options }: PrintProps) {
  const { rejectReason, photos } = document.lines?.items?.fields ?? {};
  const handle = (v: unknown) => rejectHandles[v as keyof typeof rejectHandles]?.label;
  return (
    <table>
      <Head words={HEAD} />
      <tbody>
        {((row.items as Line[] | undefined) ?? []).map((l, i) => (
          <tr key={textOrDash(l.id)}>
            <td>{i + 1}</td>
            <td>
              {textOrDash(l.skuCode)}
              <br />
              {textOrDash(l.skuName)}
            </td>
            <td className="num">
              {whole(l.signQty)} {textOrDash(l.unit)}
            </td>
            <td className="num">
              {whole(l.sampleQty)} / {whole(l.sampleBadQty)}
            </td>
            <td className="num">{whole(l.passQty)}</td>
            <td className="num">{whole(l.concessionQty)}</td>
            <td className="num">{whole(l.rejectQty)}</td>
            <td>
              {rejectReason && (
                <Value
                  {...{ name: "rejectReason", field: rejectReason, row: l }}
                  options={options["items.rejectReason"]}
                />
              )}
              {handle(l.rejectHandle) && ` / ${handle(l.rejectHandle)}`}
            </td>
            <td>{photos && <Value {...{ name: "photos", field: photos, row: l }} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** 质检报告, A4: what was received, what was found, who says so. */
export function InspectionSheet({ document, row, options }: PrintProps) {
  const named = FACTS.flatMap((name) => {
    const field = document.fields[name];
    return field ? [{ label: field.label, value: <Value {...{ name, field, row }} /> }] : [];
  });
  const { checks } = document.lines ?? {};
  return (
    <>
      <h1>质检报告 {String(row.no)}</h1>
      <Descriptions columns={2} items={named} />
      <Found {...{ document, row, options }} />
      {checks && <LineTables {...{ row, options }} document={{ ...document, lines: { checks } }} />}
      <Closing row={row} signs={["质检员", "审核", "日期"]} />
    </>
  );
}
