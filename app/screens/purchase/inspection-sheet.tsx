import { Descriptions } from "~/ui/description/description";
import { LineTables } from "../detail/facts";
import { Value } from "../detail/value";
import type { PrintProps } from "../part-props";

const FACTS = [
  ...["signId", "poNos", "supplierId", "warehouseId", "qcType", "qcMethod"],
  ...["signQty", "passQty", "rejectQty", "passRate", "conclusion", "inspectorId", "inspectTime"],
];

/** 质检报告, A4: what was received, what was found, who says so. */
export function InspectionSheet({ document, row, options }: PrintProps) {
  const named = FACTS.flatMap((name) => {
    const field = document.fields[name];
    return field ? [{ label: field.label, value: <Value {...{ name, field, row }} /> }] : [];
  });
  return (
    <>
      <h1>质检报告 {String(row.no)}</h1>
      <Descriptions columns={3} items={named} />
      <LineTables {...{ document, row, options }} />
      {row.remark ? <p>备注：{String(row.remark)}</p> : null}
      <p className="signs">
        <span>质检员：__________</span>
        <span>审核：__________</span>
        <span>日期：__________</span>
      </p>
    </>
  );
}
