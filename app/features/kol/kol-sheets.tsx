import type { Address } from "#documents/kit";
import { contentTypes, coopModes, DISCLOSURE, feeTypes, kolPlatforms } from "#documents/kol/words";
import type { PrintProps } from "~/screens/parts";
import { AddressBlock, Closing, factsOf, Head, whole } from "~/screens/print/sheet-parts";
import { formatMoney } from "~/text/format";
import { plainText, textOrDash } from "~/text/plain";
import { Descriptions } from "~/ui/description/description";

type Line = Record<string, unknown>;
type Words = Record<string, { label: string } | undefined>;

const word = (words: Words, value: unknown) => words[plainText(value)]?.label ?? "";
const money = (row: Line, name: string, currency: string) =>
  formatMoney(plainText(row[name]) || "0", plainText(row[currency]));

/** 合作协议: who publishes what for whom, for which goods and money, and how it is disclosed. */
export function AgreementSheet({ row }: PrintProps) {
  const products = (row.products as Line[] | undefined) ?? [];
  const shares = row.commissionRate !== null && row.commissionRate !== undefined;
  return (
    <>
      <h1>红人合作协议 {plainText(row.no)}</h1>
      <p>
        甲方：{textOrDash(row.party)}（店铺 {textOrDash(row.storeName)}）　　乙方：
        {plainText(row.starName)}（{word(kolPlatforms, row.platform)} {plainText(row.homepageUrl)}）
      </p>
      <p>
        一、乙方于 {plainText(row.publishPlanDate)} 前后在上述渠道发布
        {word(contentTypes, row.contentType)} {whole(row.contentCount)} 条，推广下列产品。
      </p>
      <table>
        <Head words={["#", "SKU", "品名", "ASIN", "样品数量"]} />
        <tbody>
          {products.map((p, i) => (
            <tr key={plainText(p.id)}>
              <td>{i + 1}</td>
              <td>{plainText(p.skuCode)}</td>
              <td>{plainText(p.skuName)}</td>
              <td>{textOrDash(p.asin)}</td>
              <td className="num">{whole(p.sampleQty)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        二、合作模式：{word(coopModes, row.coopMode)}。固定费用{" "}
        {money(row, "fixedFee", "feeCurrency")}
        {shares &&
          `；佣金为归因销售额的 ${plainText(row.commissionRate)}%${
            row.commissionCap ? `，最高 ${money(row, "commissionCap", "feeCurrency")}` : ""
          }`}
        。{plainText(row.promoCode) && `专属折扣码 ${plainText(row.promoCode)}。`}
      </p>
      {row.disclosureRequired === true && <p>三、{DISCLOSURE}。</p>}
      <Closing row={row} signs={["甲方", "乙方", "日期"]} />
    </>
  );
}

/** Where samples go: opened for this print alone. */
const Recipient = ({ row }: Pick<PrintProps, "row">) => (
  <AddressBlock to={row.recipient as Address | null | undefined} none="没有收件信息" />
);

/** 寄样单, A5: what is packed for whom; shows the recipient until it has arrived. */
export function SampleSheet(props: PrintProps) {
  const { row } = props;
  const lines = (row.items as Line[] | undefined) ?? [];
  return (
    <>
      <h1>寄样单 {plainText(row.no)}</h1>
      <Descriptions
        columns={2}
        items={factsOf(props, ["starId", "cooperationId", "warehouseId", "outStockNo"])}
      />
      <Recipient row={row} />
      <table>
        <Head words={["#", "SKU", "品名", "数量"]} />
        <tbody>
          {lines.map((l, i) => (
            <tr key={plainText(l.id)}>
              <td>{i + 1}</td>
              <td>{plainText(l.skuCode)}</td>
              <td>{plainText(l.skuName)}</td>
              <td className="num">{whole(l.qty)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Closing row={row} signs={["拣货人", "复核人", "日期"]} />
    </>
  );
}

/** 付款申请单, A5: who is paid for which cooperation; of the account the end alone. */
export function FeeSheet(props: PrintProps) {
  const { row } = props;
  const facts = factsOf(props, [
    ...["starId", "cooperationId", "expectPayDate", "payMethod", "payeeName", "payeeBank"],
    ...["payeeTail", "verifyBy", "financeNo"],
  ]);
  return (
    <>
      <h1>付款申请单 {plainText(row.no)}</h1>
      <p>付款方：{textOrDash(row.party)}</p>
      <Descriptions columns={2} items={facts} />
      <table>
        <Head words={["费用类型", "固定部分", "佣金部分", "费用金额", "人民币"]} />
        <tbody>
          <tr>
            <td>{word(feeTypes, row.feeType)}</td>
            <td className="num">{money(row, "fixedPart", "currency")}</td>
            <td className="num">{money(row, "commissionPart", "currency")}</td>
            <td className="num">{money(row, "amount", "currency")}</td>
            <td className="num">{formatMoney(plainText(row.amountCny), "CNY")}</td>
          </tr>
        </tbody>
      </table>
      <Closing row={row} signs={["申请人", "核销人", "财务"]} />
    </>
  );
}
