import type { ReactNode } from "react";
import { can } from "#documents/kit";
import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps, Tabbed } from "~/screens/parts";
import { rowLink } from "~/screens/row/row-link";
import { DASH, formatMoney, formatNumber, plainText, textOrDash } from "~/text";
import { Button, Card, controlId, ErrorSummary } from "~/ui";

type InboundPageRow = DetailProps<"fba_inbound">["row"];

const shipmentsOf = ({ shipments = [], feeCurrency }: InboundPageRow) => (
  <PartTable
    title="货件"
    head={["货件号", "FC", "数量", "箱数", "货物", "调拨单", "平台运费"]}
    rows={shipments}
    cells={(s) => [
      textOrDash(s.shipmentId),
      textOrDash(s.fcCode),
      formatNumber(s.qty, 0),
      formatNumber(s.cartons, 0),
      textOrDash(s.contentsText),
      s.transferId ? rowLink("transfer", s.transferId, s.$transferId) : DASH,
      s.transportFee === null ? DASH : formatMoney(s.transportFee, feeCurrency ?? undefined),
    ]}
  />
);

const optionsOf = ({ options = [], feeCurrency }: InboundPageRow) => (
  <PartTable
    title="分仓方案"
    head={["方案", "分仓费", "货件数", "FC", "分配", "已选"]}
    rows={options}
    cells={(o) => [
      String(o.optionNo),
      formatMoney(o.fee, feeCurrency ?? undefined),
      formatNumber(o.shipmentCount, 0),
      textOrDash(o.centres),
      textOrDash(o.split),
      o.chosen ? "是" : DASH,
    ]}
  />
);

const boxesOf = ({ boxes = [] }: InboundPageRow) => (
  <PartTable
    title="装箱明细"
    head={["箱号", "箱内", "数量", "尺寸 cm", "重量 kg"]}
    rows={boxes}
    cells={(box) => [
      String(box.boxNo),
      box.contentsText,
      formatNumber(box.qty, 0),
      [box.lengthCm, box.widthCm, box.heightCm].join("×"),
      box.weightKg,
    ]}
  />
);

const days = ({ startDay, endDay }: { startDay?: string | null; endDay?: string | null }) =>
  `${textOrDash(startDay)} 至 ${textOrDash(endDay)}`;

const windowsOf = ({ windows = [] }: InboundPageRow) => (
  <PartTable
    title="到货时间"
    head={["货件号", "到货时间", "已选"]}
    rows={windows}
    cells={(w) => [textOrDash(w.shipmentId), days(w), w.chosen ? "是" : DASH]}
  />
);

/** The first is where its button leads. */
const controlOf = (i: number) => controlId(i ? `windowIds.${i}` : "windowIds");

interface InboundChoiceProps {
  of: DetailProps<"fba_inbound">;
  action: "choose" | "chooseWindow";
  title: string;
  hint: string;
  button: string;
  children: ReactNode;
}

/** What the platform asks of a plan, for who may answer it. */
function Choice({ of, action, title, hint, button, children }: InboundChoiceProps) {
  const { document, row, permissions, keyOfForm, act } = of;
  if (!can(permissions ?? new Set(), document, action, row).ok) return null;
  return (
    <Card title={title}>
      <form method="post" className="form">
        <input type="hidden" name="_do" value={action} />
        <input type="hidden" name="_id" value={`${row.id}:${row.version}`} />
        <input type="hidden" name="_key" value={act?.key ?? keyOfForm} />
        <ErrorSummary errors={act?.errors} message={act?.message} />
        <p className="hint">{hint}</p>
        {children}
        <div className="foot">
          <Button tone="primary">{button}</Button>
        </div>
      </form>
    </Card>
  );
}

/** 选择分仓: one of the ways in which the platform would take the goods in, the cheapest unless another is chosen. */
function PlacementChoice(props: DetailProps<"fba_inbound">) {
  const { row, act } = props;
  const { options = [], feeCurrency, status } = row;
  if (status !== "placement") return null;
  const [cheapest] = [...options].sort((a, b) => Number(a.fee) - Number(b.fee));
  const chosen = Number(plainText(act?.values.optionNo)) || cheapest?.optionNo;
  return (
    <Choice
      of={props}
      action="choose"
      title="选择分仓"
      hint="平台给出的分仓方案，默认分仓费最低的；确认后按方案生成货件和调拨单。"
      button="确认分仓方案"
    >
      <fieldset className="fields" id={controlId("optionNo")}>
        <legend className="sr">分仓方案</legend>
        {options.map((o) => (
          <label key={o.id} className="tick">
            <input type="radio" name="optionNo" value={o.optionNo} defaultChecked={o.optionNo === chosen} />
            方案{o.optionNo}：分仓费 {formatMoney(o.fee, feeCurrency ?? undefined)}，{formatNumber(o.shipmentCount, 0)}
            个货件，{textOrDash(o.centres)}（{textOrDash(o.split)}）
          </label>
        ))}
      </fieldset>
    </Choice>
  );
}

/** 选择到货时间: for each shipment one of the windows that the platform offers, the earliest unless another is chosen. */
function ArrivalChoice(props: DetailProps<"fba_inbound">) {
  const { row, act } = props;
  const { windows = [], shipments = [], status } = row;
  if (status !== "window") return null;
  const typed = new Set(plainText(act?.values.windowIds).split("\n"));
  return (
    <Choice
      of={props}
      action="chooseWindow"
      title="选择到货时间"
      hint="平台按货件给出可到货的时间段，默认最早的一个；确认后由平台确认运输。"
      button="确认到货时间"
    >
      <div className="fields cols-2">
        {shipments.map(({ id, platformId, shipmentId, fcCode, qty }, i) => {
          const own = windows.filter((w) => w.platformId === platformId);
          const chosen = own.find((w) => typed.has(w.windowId ?? "")) ?? own.find((w) => w.chosen) ?? own[0];
          if (!chosen) return null;
          return (
            <div key={id} className="field">
              <label className="l" htmlFor={controlOf(i)}>
                发往{textOrDash(fcCode)}
              </label>
              <div>
                <select id={controlOf(i)} name="windowIds" className="input" defaultValue={chosen.windowId ?? ""}>
                  {own.map((w) => (
                    <option key={w.id} value={w.windowId ?? ""}>
                      {days(w)}
                    </option>
                  ))}
                </select>
                <p className="help">
                  货件{shipmentId}，{formatNumber(qty, 0)}件
                </p>
              </div>
            </div>
          );
        })}
      </div>
    </Choice>
  );
}

/** What a plan waits for somebody to choose. */
export const InboundChoices = (props: DetailProps<"fba_inbound">) => (
  <>
    <PlacementChoice {...props} />
    <ArrivalChoice {...props} />
  </>
);

/** What the platform offers and what goes where, in which boxes: as far as the plan has come. */
export function inboundTabs({ row }: DetailProps<"fba_inbound">): Tabbed[] {
  const { shipments = [], options = [], boxes = [], windows = [] } = row;
  return [
    { key: "shipments", label: "货件", count: shipments.length, content: shipmentsOf(row) },
    { key: "options", label: "分仓方案", count: options.length, content: optionsOf(row) },
    { key: "windows", label: "到货时间", count: windows.length, content: windowsOf(row) },
    { key: "boxes", label: "装箱明细", count: boxes.length, content: boxesOf(row) },
  ].filter(({ count }) => count > 0);
}
