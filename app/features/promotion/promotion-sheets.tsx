import { capitals } from "#documents/kit/amount";
import { matchStates, requestedSources } from "#documents/promotion/words";
import type { PrintProps } from "~/screens/parts";
import { Closing, factsOf, Head } from "~/screens/print/sheet-parts";
import { fileHref } from "~/screens/row/files";
import { formatMoney } from "~/text/format";
import { plainText, textOrDash } from "~/text/plain";
import { Descriptions } from "~/ui/description/description";
import { Trail } from "../finance/oa-sheet";

type Line = Record<string, unknown>;
type Words = Record<string, { label: string } | undefined>;

const word = (words: Words, value: unknown) => words[plainText(value)]?.label ?? "—";
const linesOf = (row: Line) => (row.items as Line[] | undefined) ?? [];
const money = (row: Line, name: string, currency: unknown) =>
  formatMoney(plainText(row[name]) || "0", plainText(currency));
/** What an amount is in the capitals of receipts; nothing has none. */
const inWords = (cny: unknown) => (Number(cny) > 0 ? capitals(plainText(cny)) : "零元整");

/** 返款单, A4: who gets back what for which orders; of the account the end alone. */
export function RefundSheet(props: PrintProps) {
  const { row } = props;
  const facts = factsOf(props, [
    ...["resourceId", "payMethod", "payeeName", "payeeBank", "payeeTail", "currency"],
    ...["exchangeRate", "createBy", "verifyBy", "verifyTime"],
  ]);
  return (
    <>
      <h1>返款单 {plainText(row.no)}</h1>
      <p>付款方：{textOrDash(row.party)}</p>
      <Descriptions columns={2} items={facts} />
      <table>
        <Head words={["#", "平台订单号", "代号", "实付", "返款", "差异原因"]} />
        <tbody>
          {linesOf(row).map((l, i) => (
            <tr key={plainText(l.id)}>
              <td>{i + 1}</td>
              <td>{plainText(l.platformOrderNo)}</td>
              <td>{textOrDash(l.participantAlias)}</td>
              <td className="num">{money(l, "paidAmount", row.currency)}</td>
              <td className="num">{money(l, "refundAmount", row.currency)}</td>
              <td>{textOrDash(l.diffReason)}</td>
            </tr>
          ))}
          <tr>
            <th colSpan={6} scope="row" className="group">
              返款本金 {money(row, "goodsAmount", row.currency)}　手续费{" "}
              {money(row, "feeAmount", row.currency)}　返款总额{" "}
              {money(row, "totalAmount", row.currency)}
            </th>
          </tr>
          <tr>
            <th colSpan={6} scope="row" className="group">
              折合人民币 {formatMoney(plainText(row.amountCny), "CNY")}（大写：
              {inWords(row.amountCny)}）
            </th>
          </tr>
        </tbody>
      </table>
      <Closing row={row} signs={["制单", "核对", "财务"]} />
    </>
  );
}

/** Rows of one page of a table that goes on. */
const PAGE = 24;

const cut = <T,>(rows: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, i) =>
    rows.slice(i * size, (i + 1) * size),
  );

/** Sums by currency, as text. */
function sumsOf(parts: readonly { currency: unknown; amount: unknown }[]): string {
  const sums = new Map<string, number>();
  for (const { currency, amount } of parts) {
    const key = plainText(currency);
    sums.set(key, (sums.get(key) ?? 0) + Math.round(Number(amount ?? 0) * 100));
  }
  return [...sums].map(([c, cents]) => formatMoney((cents / 100).toFixed(2), c)).join("，") || "0";
}

const CHECKED = ["返款单", "平台订单号", "实付", "匹配状态", "返款", "差异原因"];

/** 返款核对表, A4: the orders of several refunds, a sum below each page and of all at the end. */
export function VerifySheet({ row, rows = [row] }: PrintProps) {
  const orders = rows.flatMap((refund) => linesOf(refund).map((line) => ({ refund, line })));
  const pages = cut(orders, PAGE);
  const of = (list: typeof orders) =>
    list.map(({ refund, line }) => ({ currency: refund.currency, amount: line.refundAmount }));
  const total = (name: string) =>
    sumsOf(rows.map((r) => ({ currency: r.currency, amount: r[name] })));
  return (
    <>
      {pages.map((page, n) => (
        <section key={n} className="leaf">
          <h1>返款核对表</h1>
          <p className="line">
            <span>付款方：{textOrDash(row.party)}</span>
            <span>
              共 {rows.length} 张返款单，{orders.length} 单　第 {n + 1} / {pages.length} 页
            </span>
          </p>
          <table>
            <Head words={CHECKED} />
            <tbody>
              {page.map(({ refund, line }) => (
                <tr key={plainText(line.id)}>
                  <td>
                    {plainText(refund.no)} {plainText(refund.resourceName)}
                  </td>
                  <td>{plainText(line.platformOrderNo)}</td>
                  <td className="num">{money(line, "paidAmount", refund.currency)}</td>
                  <td>{word(matchStates, line.matchState)}</td>
                  <td className="num">{money(line, "refundAmount", refund.currency)}</td>
                  <td>{textOrDash(line.diffReason)}</td>
                </tr>
              ))}
              <tr>
                <th colSpan={6} scope="row" className="group">
                  本页返款 {sumsOf(of(page))}
                </th>
              </tr>
            </tbody>
          </table>
        </section>
      ))}
      <p>
        返款本金 {total("goodsAmount")}　手续费 {total("feeAmount")}
        {"　"}
        <b>返款总额合计 {total("totalAmount")}</b>
      </p>
      <Closing row={{ ...row, remark: "" }} signs={["制单", "核对", "财务"]} />
    </>
  );
}

/** 请款单, A4: what is asked for whom, who approved it, the amount in words. */
export function EvaRequestSheet(props: PrintProps) {
  const { row } = props;
  const facts = factsOf(props, [
    ...["requestType", "resourceId", "payMethod", "payeeName", "payeeBank", "payeeTail"],
    ...["expectPayDate", "invoiceState", "exchangeRate", "financeNo", "createBy"],
  ]);
  return (
    <>
      <h1>测评请款单 {plainText(row.no)}</h1>
      <p>付款方：{textOrDash(row.party)}</p>
      <Descriptions columns={2} items={facts} />
      <table>
        <Head words={["#", "来源类型", "来源单号", "测评申请", "金额"]} />
        <tbody>
          {linesOf(row).map((l, i) => (
            <tr key={plainText(l.id)}>
              <td>{i + 1}</td>
              <td>{word(requestedSources, l.sourceType)}</td>
              <td>{plainText(l.sourceNo)}</td>
              <td>{textOrDash(l.$applicationId)}</td>
              <td className="num">{money(l, "amount", row.currency)}</td>
            </tr>
          ))}
          <tr>
            <th colSpan={5} scope="row" className="group">
              请款金额 {money(row, "amount", row.currency)}　折合人民币{" "}
              {formatMoney(plainText(row.amountCny), "CNY")}（大写：{inWords(row.amountCny)}）
            </th>
          </tr>
        </tbody>
      </table>
      <Trail rows={(row.trail as Line[] | undefined) ?? []} />
      <Closing row={row} signs={["申请人", "审批", "财务"]} />
    </>
  );
}

interface Picture {
  no: string;
  day: string;
  fileId: string | null;
}

/** Pictures of orders, six on a page with number and day; who has none says so. */
export function PhotoSheet({ row, rows = [row] }: PrintProps) {
  const pictures = rows.flatMap((r) => (r.pictures as Picture[] | undefined) ?? []);
  return (
    <>
      {cut(pictures, 6).map((page, n) => (
        <section key={n} className="leaf">
          <h1>
            测评订单图片{"　"}
            {rows
              .map((r) => plainText(r.no))
              .slice(0, 3)
              .join("、")}
            {rows.length > 3 && ` 等${rows.length}张`}
          </h1>
          <p>
            {textOrDash(row.party)}
            {"　"}
            {[...new Set(rows.map((r) => plainText(r.storeName)))].join(" ")}
          </p>
          <div className="photos">
            {page.map(({ no, day, fileId }, i) => (
              <figure key={`${no}/${String(i)}`}>
                {fileId ? <img src={fileHref(fileId)} alt={no} /> : <p className="none">无图片</p>}
                <figcaption>
                  {no} {day}
                </figcaption>
              </figure>
            ))}
          </div>
        </section>
      ))}
    </>
  );
}
