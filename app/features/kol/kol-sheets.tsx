import { contentTypes, coopModes, DISCLOSURE, feeTypes, kolPlatforms } from "#documents/kol/words";
import type { PrintProps } from "~/screens/parts";
import {
  AddressBlock,
  Closing,
  COUNTED,
  moneyOf,
  SheetFacts,
  SheetTable,
  whole,
  wordIn,
} from "~/screens/print/sheet-parts";
import { formatMoney, plainText, textOrDash } from "~/text";

/** 合作协议: who publishes what for whom, for which goods and money, and how it is disclosed. */
export function AgreementSheet({ row }: PrintProps<"cooperation">) {
  const shares = row.commissionRate !== null && row.commissionRate !== undefined;
  return (
    <>
      <h1>红人合作协议 {plainText(row.no)}</h1>
      <p>
        甲方：{textOrDash(row.party)}（店铺 {textOrDash(row.storeName)}）　　乙方：
        {plainText(row.starName)}（{wordIn(kolPlatforms, row.platform)} {plainText(row.homepageUrl)}）
      </p>
      <p>
        一、乙方于 {plainText(row.publishPlanDate)} 前后在上述渠道发布
        {wordIn(contentTypes, row.contentType)} {whole(row.contentCount)} 条，推广下列产品。
      </p>
      <SheetTable
        rows={row.products}
        columns={[
          COUNTED,
          ["SKU", (p) => plainText(p.skuCode)],
          ["品名", (p) => plainText(p.skuName)],
          ["ASIN", (p) => textOrDash(p.asin)],
          ["样品数量", (p) => whole(p.sampleQty), "num"],
        ]}
      />
      <p>
        二、合作模式：{wordIn(coopModes, row.coopMode)}。固定费用 {moneyOf(row.fixedFee, row.feeCurrency)}
        {shares &&
          `；佣金为归因销售额的 ${plainText(row.commissionRate)}%${
            row.commissionCap ? `，最高 ${moneyOf(row.commissionCap, row.feeCurrency)}` : ""
          }`}
        。{plainText(row.promoCode) && `专属折扣码 ${plainText(row.promoCode)}。`}
      </p>
      {row.disclosureRequired === true && <p>三、{DISCLOSURE}。</p>}
      <Closing row={row} signs={["甲方", "乙方", "日期"]} />
    </>
  );
}

/** Where samples go: opened for this print alone. */
const Recipient = ({ row }: Pick<PrintProps<"deliver">, "row">) => (
  <AddressBlock to={row.recipient} none="没有收件信息" />
);

/** 寄样单, A5: what is packed for whom; shows the recipient until it has arrived. */
export function SampleSheet(props: PrintProps<"deliver">) {
  const { row } = props;
  return (
    <>
      <h1>寄样单 {plainText(row.no)}</h1>
      <SheetFacts of={props} names={["starId", "cooperationId", "warehouseId", "outStockNo"]} />
      <Recipient row={row} />
      <SheetTable
        rows={row.items}
        columns={[
          COUNTED,
          ["SKU", (l) => plainText(l.skuCode)],
          ["品名", (l) => plainText(l.skuName)],
          ["数量", (l) => whole(l.qty), "num"],
        ]}
      />
      <Closing row={row} signs={["拣货人", "复核人", "日期"]} />
    </>
  );
}

const PAID = [
  "starId",
  "cooperationId",
  "expectPayDate",
  "payMethod",
  "payeeName",
  "payeeBank",
  "payeeTail",
  "verifyBy",
  "financeNo",
] as const;

/** 付款申请单, A5: who is paid for which cooperation; of the account the end alone. */
export function FeeSheet(props: PrintProps<"ads_fee">) {
  const { row } = props;
  return (
    <>
      <h1>付款申请单 {plainText(row.no)}</h1>
      <p>付款方：{textOrDash(row.party)}</p>
      <SheetFacts of={props} names={PAID} />
      <SheetTable
        rows={[row]}
        columns={[
          ["费用类型", (r) => wordIn(feeTypes, r.feeType)],
          ["固定部分", (r) => moneyOf(r.fixedPart, r.currency), "num"],
          ["佣金部分", (r) => moneyOf(r.commissionPart, r.currency), "num"],
          ["费用金额", (r) => moneyOf(r.amount, r.currency), "num"],
          ["人民币", (r) => formatMoney(plainText(r.amountCny), "CNY"), "num"],
        ]}
      />
      <Closing row={row} signs={["申请人", "核销人", "财务"]} />
    </>
  );
}
