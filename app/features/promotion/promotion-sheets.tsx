import { capitals } from "#documents/kit/field/amount";
import { matchStates, requestedSources } from "#documents/promotion/words";
import type { PartRow, PrintProps } from "~/screens/parts";
import { Closing, COUNTED, moneyOf, SheetFacts, SheetTable, wordIn } from "~/screens/print/sheet-parts";
import { fileHref } from "~/screens/row/files";
import { formatMoney, plainText, textOrDash } from "~/text";
import { Trail } from "../finance/oa-sheet";

/** CNY in figures and in the capitals of receipts; nothing has none. */
const inWords = (cny: unknown) =>
  `${formatMoney(plainText(cny), "CNY")}（大写：${Number(cny) > 0 ? capitals(plainText(cny)) : "零元整"}）`;

const REFUNDED = [
  "resourceId",
  "payMethod",
  "payeeName",
  "payeeBank",
  "payeeTail",
  "currency",
  "exchangeRate",
  "createBy",
  "verifyBy",
  "verifyTime",
] as const;

/** 返款单, A4: who gets back what for which orders; of the account the end alone. */
export function RefundSheet(props: PrintProps<"eva_refund">) {
  const { row } = props;
  return (
    <>
      <h1>返款单 {plainText(row.no)}</h1>
      <p>付款方：{textOrDash(row.party)}</p>
      <SheetFacts of={props} names={REFUNDED} />
      <SheetTable
        rows={row.items}
        columns={[
          COUNTED,
          ["平台订单号", (l) => plainText(l.platformOrderNo)],
          ["代号", (l) => textOrDash(l.participantAlias)],
          ["实付", (l) => moneyOf(l.paidAmount, row.currency), "num"],
          ["返款", (l) => moneyOf(l.refundAmount, row.currency), "num"],
          ["差异原因", (l) => textOrDash(l.diffReason)],
        ]}
        sums={[
          `返款本金 ${moneyOf(row.goodsAmount, row.currency)}　手续费 ${moneyOf(row.feeAmount, row.currency)}　返款总额 ${moneyOf(row.totalAmount, row.currency)}`,
          `折合人民币 ${inWords(row.amountCny)}`,
        ]}
      />
      <Closing row={row} signs={["制单", "核对", "财务"]} />
    </>
  );
}

/** Rows of one page of a table that goes on. */
const PAGE = 24;

const cut = <T,>(rows: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => rows.slice(i * size, (i + 1) * size));

/** Sums by currency, as text. */
function sumsOf(parts: readonly { currency: unknown; amount: unknown }[]): string {
  const sums = new Map<string, number>();
  for (const { currency, amount } of parts) {
    const key = plainText(currency);
    sums.set(key, (sums.get(key) ?? 0) + Math.round(Number(amount ?? 0) * 100));
  }
  return [...sums].map(([c, cents]) => formatMoney((cents / 100).toFixed(2), c)).join("，") || "0";
}

/** 返款核对表, A4: the orders of several refunds, a sum below each page and of all at the end. */
export function VerifySheet({ row, rows = [row] }: PrintProps<"eva_refund">) {
  const orders = rows.flatMap((refund) => (refund.items ?? []).map((line) => ({ refund, line })));
  const pages = cut(orders, PAGE);
  const of = (list: typeof orders) =>
    list.map(({ refund, line }) => ({ currency: refund.currency, amount: line.refundAmount }));
  const total = (name: "goodsAmount" | "feeAmount" | "totalAmount") =>
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
          <SheetTable
            rows={page.map((order) => ({ ...order, id: order.line.id }))}
            columns={[
              ["返款单", ({ refund }) => `${plainText(refund.no)} ${plainText(refund.resourceName)}`],
              ["平台订单号", ({ line }) => plainText(line.platformOrderNo)],
              ["实付", ({ line, refund }) => moneyOf(line.paidAmount, refund.currency), "num"],
              ["匹配状态", ({ line }) => wordIn(matchStates, line.matchState, "—")],
              ["返款", ({ line, refund }) => moneyOf(line.refundAmount, refund.currency), "num"],
              ["差异原因", ({ line }) => textOrDash(line.diffReason)],
            ]}
            sums={[`本页返款 ${sumsOf(of(page))}`]}
          />
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

const REQUESTED = [
  "requestType",
  "resourceId",
  "payMethod",
  "payeeName",
  "payeeBank",
  "payeeTail",
  "expectPayDate",
  "invoiceState",
  "exchangeRate",
  "financeNo",
  "createBy",
] as const;

/** 请款单, A4: what is asked for whom, who approved it, the amount in words. */
export function EvaRequestSheet(props: PrintProps<"eva_request">) {
  const { row } = props;
  return (
    <>
      <h1>测评请款单 {plainText(row.no)}</h1>
      <p>付款方：{textOrDash(row.party)}</p>
      <SheetFacts of={props} names={REQUESTED} />
      <SheetTable
        rows={row.items}
        columns={[
          COUNTED,
          ["来源类型", (l) => wordIn(requestedSources, l.sourceType, "—")],
          ["来源单号", (l) => plainText(l.sourceNo)],
          ["测评申请", (l) => textOrDash(l.$applicationId)],
          ["金额", (l) => moneyOf(l.amount, row.currency), "num"],
        ]}
        sums={[`请款金额 ${moneyOf(row.amount, row.currency)}　折合人民币 ${inWords(row.amountCny)}`]}
      />
      <Trail rows={row.trail} />
      <Closing row={row} signs={["申请人", "审批", "财务"]} />
    </>
  );
}

type Pictured = Pick<PartRow<"eva_refund">, "no" | "party" | "pictures"> & { storeName?: string | null };

/** Pictures of orders, six on a page with number and day; who has none says so. */
export function PhotoSheet({ row, rows = [row] }: { row: Pictured; rows?: readonly Pictured[] }) {
  const pictures = rows.flatMap((r) => r.pictures ?? []);
  const pages = pictures.length ? cut(pictures, 6) : [[]];
  return (
    <>
      {pages.map((page, n) => (
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
          {!page.length && <p>还没有测评订单，没有可打印的图片</p>}
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
