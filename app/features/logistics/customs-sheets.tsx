import type { DocumentOf } from "#documents";
import type { PageLine } from "#documents/kit";
import { supervision } from "#documents/logistics/customs-fields";
import type { OptionOptions } from "~/screens/frame/options.server";
import type { PrintProps } from "~/screens/parts";
import { below, Closing, COUNTED, type PrintColumn, SheetFacts, SheetTable, whole } from "~/screens/print/sheet-parts";
import { formatMoney, plainText, textOrDash } from "~/text";
import { Descriptions } from "~/ui";

type CustomsProps = PrintProps<"customs_declaration">;
type CustomsRow = CustomsProps["row"];
type CustomsLine = PageLine<DocumentOf<"customs_declaration">, "items">;

/** The word of a choice. */
const wordOf = (options: OptionOptions[string] | undefined, value: unknown): string =>
  options?.find((o) => o.value === value)?.label ?? plainText(value);

/** What a line is of, and how many. */
const goods = (code: string): PrintColumn<CustomsLine>[] => [
  COUNTED,
  ["品名 Description", (line) => `${line.declareNameCn ?? ""} ${line.declareNameEn ?? ""}`],
  [code, (line) => line.hsCode],
  ["数量 Qty", (line) => `${whole(line.qty)} ${line.unit ?? ""}`, "num"],
];

/** Goods with their prices, as invoice and contract list them. */
function GoodsTable({ row }: { row: CustomsRow }) {
  const currency = plainText(row.currency);
  const prices: PrintColumn<CustomsLine>[] = [
    [`单价 Price（${currency}）`, (line) => line.unitPrice, "num"],
    [`金额 Amount（${currency}）`, (line) => formatMoney(line.amount, currency), "num"],
  ];
  return (
    <SheetTable
      rows={row.items}
      columns={goods("商品编号 HS").concat(prices)}
      sums={[`合计 TOTAL ${formatMoney(row.totalAmount, currency)}`]}
    />
  );
}

const kg = (value: string | undefined) => `${value || "0"} kg`;

const DECLARED = [
  "declarationNo",
  "exportPort",
  "declareDate",
  "companyId",
  "consignee",
  "brokerId",
  "transportMode",
  "vesselVoyage",
  "billNo",
  "destCountry",
  "tradeTerm",
  "freight",
  "insurance",
  "packageType",
  "cartons",
  "grossWeightKg",
  "netWeightKg",
  "transferNos",
] as const;

/** Fields that only some types have are left out of the others. */
const filled = ({ row }: CustomsProps) => {
  const always = new Set(DECLARED.slice(0, 6));
  return (name: (typeof DECLARED)[number]) => always.has(name) || plainText(row[name]) !== "";
};

const legal = ({ legalQty1, legalUnit1 }: CustomsLine) =>
  `${plainText(legalQty1).replace(/\.?0+$/, "")} ${legalUnit1 ?? ""}`;

/** 出口货物报关单, A4 on its long side. */
export function DeclarationSheet(props: CustomsProps) {
  const { row, options } = props;
  const currency = plainText(row.currency);
  const mode = row.customsType && supervision[row.customsType];
  return (
    <>
      <h1>出口货物报关单</h1>
      <p className="line">
        <span>单号：{row.no}</span>
        {mode && <span>监管方式：{mode}</span>}
      </p>
      <SheetFacts of={props} names={DECLARED} keep={filled(props)} columns={3} />
      <SheetTable
        rows={row.items}
        columns={[
          ["项号", (_line, i) => i + 1],
          ["商品编号", (line) => line.hsCode],
          ["商品名称 / 申报要素", (line) => below(line.declareNameCn, line.declareElements)],
          ["数量 / 法定数量", (line) => below(`${whole(line.qty)} ${line.unit ?? ""}`, legal(line)), "num"],
          ["单价 / 总价", (line) => below(line.unitPrice, formatMoney(line.amount, currency)), "num"],
          ["原产国", (line) => wordOf(options.destCountry, line.originCountry)],
          ["最终目的国", () => wordOf(options.destCountry, row.destCountry)],
          ["境内货源地", (line) => textOrDash(line.domesticSource)],
        ]}
        sums={[`合计 ${whole(row.totalQty)} 件货物，${formatMoney(row.totalAmount, currency)}`]}
      />
      <Closing row={row} signs={["申报单位", "报关员", "日期"]} />
    </>
  );
}

/** Both sides, and how the goods travel. */
const SHIPPED = ["companyId", "consignee", "destCountry", "transportMode", "vesselVoyage"];

/** 箱单: what is in the cartons and what they weigh. */
export function PackingList(props: CustomsProps) {
  const { row } = props;
  return (
    <>
      <h1>装箱单 PACKING LIST</h1>
      <p className="line">
        <span>No. {row.no}</span>
        <span>{row.transferNos}</span>
      </p>
      <SheetFacts of={props} names={SHIPPED} />
      <SheetTable
        rows={row.items}
        columns={[
          ...goods("商品编号"),
          ["毛重 G.W.", (line) => kg(line.grossWeightKg), "num"],
          ["净重 N.W.", (line) => kg(line.netWeightKg), "num"],
        ]}
        sums={[`合计 TOTAL　${whole(row.cartons)} 箱 CTNS　毛重 ${kg(row.grossWeightKg)}　净重 ${kg(row.netWeightKg)}`]}
      />
      <Closing row={row} signs={["发货人"]} />
    </>
  );
}

const PRICED = [...SHIPPED, "tradeTerm"];

/** 发票. */
export function CommercialInvoice(props: CustomsProps) {
  const { row } = props;
  return (
    <>
      <h1>商业发票 COMMERCIAL INVOICE</h1>
      <p className="line">
        <span>Invoice No. {row.no}</span>
        <span>Date {row.declareDate || row.createTime?.slice(0, 10)}</span>
      </p>
      <SheetFacts of={props} names={PRICED} />
      <GoodsTable row={row} />
      <Closing row={row} signs={["卖方 Seller"]} />
    </>
  );
}

/** 合同: what seller and buyer agree on. */
export function SalesContract(props: CustomsProps) {
  const { row, options } = props;
  const term = wordOf(options.tradeTerm, row.tradeTerm);
  return (
    <>
      <h1>销售合同 SALES CONTRACT</h1>
      <p className="line">
        <span>Contract No. {row.no}</span>
        <span>Date {row.createTime?.slice(0, 10)}</span>
      </p>
      <Descriptions
        columns={2}
        items={[
          { label: "卖方 Seller", value: textOrDash(row.companyName) },
          { label: "买方 Buyer", value: textOrDash(row.consignee) },
        ]}
      />
      <GoodsTable row={row} />
      <p>1. 成交方式 Terms of delivery：{term}</p>
      <p>
        2. 运输 Shipment：{wordOf(options.transportMode, row.transportMode) || "—"}，
        {wordOf(options.exportPort, row.exportPort) || "—"} → {wordOf(options.destCountry, row.destCountry)}
      </p>
      <p>
        3. 包装 Packing：{whole(row.cartons)} {wordOf(options.packageType, row.packageType)}
        ，出口包装 export packing
      </p>
      <p>4. 付款 Payment：电汇 T/T</p>
      <Closing row={row} signs={["卖方 Seller", "买方 Buyer"]} />
    </>
  );
}
