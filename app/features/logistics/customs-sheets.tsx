import { type CustomsType, supervision } from "#documents/logistics/customs-words";
import type { PrintProps } from "~/screens/parts";
import { Closing, factsOf, Head, whole } from "~/screens/print/sheet-parts";
import { formatMoney } from "~/text/format";
import { plainText, textOrDash } from "~/text/plain";
import { Descriptions } from "~/ui/description/description";
import { GoodsTable } from "./customs-goods";
import { type CustomsLine, customsLines, wordOf } from "./customs-words";

const kg = (value: unknown) => `${plainText(value) || "0"} kg`;

const DECLARED = [
  ...["declarationNo", "exportPort", "declareDate", "companyId", "consignee", "brokerId"],
  ...["transportMode", "vesselVoyage", "billNo", "destCountry", "tradeTerm", "freight"],
  ...["insurance", "packageType", "cartons", "grossWeightKg", "netWeightKg", "transferNos"],
];

/** Fields that only some types have are left out of the others. */
const filled = ({ row }: PrintProps) => {
  const always = new Set(DECLARED.slice(0, 6));
  return (name: string) => always.has(name) || plainText(row[name]) !== "";
};

const goodsOf = (line: CustomsLine, i: number, props: PrintProps) => (
  <tr key={line.id}>
    <td>{i + 1}</td>
    <td>{line.hsCode}</td>
    <td>
      {line.declareNameCn}
      <br />
      {line.declareElements}
    </td>
    <td className="num">
      {whole(line.qty)} {line.unit}
      <br />
      {plainText(line.legalQty1).replace(/\.?0+$/, "")} {line.legalUnit1}
    </td>
    <td className="num">
      {plainText(line.unitPrice)}
      <br />
      {formatMoney(line.amount, plainText(props.row.currency))}
    </td>
    <td>{wordOf(props.options.destCountry, line.originCountry)}</td>
    <td>{wordOf(props.options.destCountry, props.row.destCountry)}</td>
    <td>{textOrDash(line.domesticSource)}</td>
  </tr>
);

/** 出口货物报关单, A4 on its long side. */
export function DeclarationSheet(props: PrintProps) {
  const { row } = props;
  const mode = supervision[plainText(row.customsType) as CustomsType];
  return (
    <>
      <h1>出口货物报关单</h1>
      <p className="line">
        <span>单号：{plainText(row.no)}</span>
        {mode && <span>监管方式：{mode}</span>}
      </p>
      <Descriptions columns={3} items={factsOf(props, DECLARED, filled(props))} />
      <table>
        <Head
          words={[
            ...["项号", "商品编号", "商品名称 / 申报要素", "数量 / 法定数量"],
            ...["单价 / 总价", "原产国", "最终目的国", "境内货源地"],
          ]}
        />
        <tbody>
          {customsLines(row).map((line, i) => goodsOf(line, i, props))}
          <tr>
            <th colSpan={8} scope="row" className="group">
              合计 {whole(row.totalQty)} 件货物，
              {formatMoney(plainText(row.totalAmount), plainText(row.currency))}
            </th>
          </tr>
        </tbody>
      </table>
      <Closing row={row} signs={["申报单位", "报关员", "日期"]} />
    </>
  );
}

/** Both sides, and how the goods travel. */
const SHIPPED = ["companyId", "consignee", "destCountry", "transportMode", "vesselVoyage"];

/** 箱单: what is in the cartons and what they weigh. */
export function PackingList(props: PrintProps) {
  const { row } = props;
  return (
    <>
      <h1>装箱单 PACKING LIST</h1>
      <p className="line">
        <span>No. {plainText(row.no)}</span>
        <span>{plainText(row.transferNos)}</span>
      </p>
      <Descriptions columns={2} items={factsOf(props, SHIPPED)} />
      <table>
        <Head words={["#", "品名 Description", "商品编号", "数量 Qty", "毛重 G.W.", "净重 N.W."]} />
        <tbody>
          {customsLines(row).map((line, i) => (
            <tr key={line.id}>
              <td>{i + 1}</td>
              <td>
                {line.declareNameCn} {line.declareNameEn}
              </td>
              <td>{line.hsCode}</td>
              <td className="num">
                {whole(line.qty)} {line.unit}
              </td>
              <td className="num">{kg(line.grossWeightKg)}</td>
              <td className="num">{kg(line.netWeightKg)}</td>
            </tr>
          ))}
          <tr>
            <th colSpan={6} scope="row" className="group">
              合计 TOTAL　{whole(row.cartons)} 箱 CTNS　毛重 {kg(row.grossWeightKg)}　净重{" "}
              {kg(row.netWeightKg)}
            </th>
          </tr>
        </tbody>
      </table>
      <Closing row={row} signs={["发货人"]} />
    </>
  );
}

const PRICED = [...SHIPPED, "tradeTerm"];

/** 发票. */
export function CommercialInvoice(props: PrintProps) {
  const { row } = props;
  return (
    <>
      <h1>商业发票 COMMERCIAL INVOICE</h1>
      <p className="line">
        <span>Invoice No. {plainText(row.no)}</span>
        <span>Date {plainText(row.declareDate) || plainText(row.createTime).slice(0, 10)}</span>
      </p>
      <Descriptions columns={2} items={factsOf(props, PRICED)} />
      <GoodsTable row={row} />
      <Closing row={row} signs={["卖方 Seller"]} />
    </>
  );
}

/** 合同: what seller and buyer agree on. */
export function SalesContract(props: PrintProps) {
  const { row, options } = props;
  const term = wordOf(options.tradeTerm, row.tradeTerm);
  return (
    <>
      <h1>销售合同 SALES CONTRACT</h1>
      <p className="line">
        <span>Contract No. {plainText(row.no)}</span>
        <span>Date {plainText(row.createTime).slice(0, 10)}</span>
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
        {wordOf(options.exportPort, row.exportPort) || "—"} →{" "}
        {wordOf(options.destCountry, row.destCountry)}
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
