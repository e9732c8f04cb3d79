import { Fragment } from "react";
import type { ContractParty, ContractRow, ContractSnapshot } from "#documents/purchase/contract-snapshot";
import type { PrintProps } from "~/screens/parts";
import { filesOf } from "~/screens/row/files";
import { formatMoney, formatNumber } from "~/text";
import { unitPrice } from "./unit-price";

interface ContractSheetColumn {
  head: string;
  number?: boolean;
  cell: (row: ContractRow) => string;
}

const named: ContractSheetColumn[] = [
  { head: "货号", cell: (r) => r.skuCode },
  { head: "品名规格", cell: (r) => [r.skuName, r.spec].filter(Boolean).join(" ") },
  { head: "数量", number: true, cell: (r) => `${formatNumber(r.qty, 0)} ${r.unit ?? ""}`.trim() },
];
const money = (head: string, name: "amount" | "amountExclTax"): ContractSheetColumn => ({
  head,
  number: true,
  cell: (r) => formatMoney(r[name]),
});
const price = (head: string, name: "price" | "priceInclTax"): ContractSheetColumn => ({
  head,
  number: true,
  cell: (r) => unitPrice(r[name]),
});
const due: ContractSheetColumn = { head: "交期", cell: (r) => r.expectDate ?? "" };

/** Columns of supply.md 3: with tax both prices and the rate, without tax price and amount. */
const COLUMNS: Record<ContractSnapshot["contractType"], ContractSheetColumn[]> = {
  tax: [
    ...named,
    price("不含税单价", "price"),
    { head: "税率", number: true, cell: (r) => `${Number(r.taxRate)}%` },
    price("含税单价", "priceInclTax"),
    money("价税合计", "amount"),
    due,
  ],
  nonTax: [...named, price("单价", "price"), money("金额", "amount"), due],
};

const FEES = [
  ["freight", "运费", 1],
  ["other", "其他费用", 1],
  ["discount", "折扣", -1],
] as const;

/** Goods of every order with its fees, then what it all comes to. */
function Goods({ sheet }: { sheet: ContractSnapshot }) {
  const columns = COLUMNS[sheet.contractType];
  const last = columns.length - 1;
  return (
    <table>
      <thead>
        <tr>
          {columns.map((c) => (
            <th key={c.head}>{c.head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sheet.orders.map((order) => (
          <Fragment key={order.no}>
            <tr>
              <th colSpan={columns.length} scope="rowgroup" className="group">
                采购单 {order.no}　送货至 {order.warehouse}
              </th>
            </tr>
            {order.rows.map((row, i) => (
              <tr key={i}>
                {columns.map((c) => (
                  <td key={c.head} className={c.number ? "num" : undefined}>
                    {c.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
            {FEES.filter(([name]) => Number(order[name]) !== 0).map(([name, label, sign]) => (
              <tr key={name}>
                <td colSpan={last - 1}>{label}</td>
                <td className="num">
                  {sign < 0 ? "-" : ""}
                  {formatMoney(order[name])}
                </td>
                <td />
              </tr>
            ))}
          </Fragment>
        ))}
        <tr>
          <th colSpan={columns.length} scope="row" className="group">
            合计 {formatMoney(sheet.totalAmount, sheet.currency)}（大写：{sheet.totalAmountCn}
            {sheet.currency === "CNY" ? "" : `，${sheet.currency}`}）
            {sheet.contractType === "tax" && `　其中税额 ${formatMoney(sheet.taxAmount)}`}
          </th>
        </tr>
      </tbody>
    </table>
  );
}

const STAR = "50,33 54,45 67,45 56.5,52.5 60.5,65 50,57.5 39.5,65 43.5,52.5 33,45 46,45";

/** The company's seal on an approved contract: its own picture, else a drawn one. */
function Chop({ name, picture, id }: { name: string; picture: string | null; id: string }) {
  const [file] = filesOf(picture);
  if (file) return <img className="chop" src={file.url} alt={`${name} 合同章`} />;
  return (
    <svg className="chop" viewBox="0 0 100 100" role="img" aria-label={`${name} 合同章`}>
      <circle cx="50" cy="50" r="47" fill="none" stroke="#c00" strokeWidth="3" />
      <polygon points={STAR} fill="#c00" />
      <path id={`arc-${id}`} d="M 14.5 60 A 37 37 0 1 1 85.5 60" fill="none" />
      <text fontSize={name.length > 14 ? 8 : 9.5} fill="#c00" textAnchor="middle">
        <textPath href={`#arc-${id}`} startOffset="50%">
          {name}
        </textPath>
      </text>
      <text x="50" y="83" fontSize="9" fill="#c00" textAnchor="middle">
        合同专用章
      </text>
    </svg>
  );
}

const TERMS = [
  ["deliveryTerm", "二、交货"],
  ["qualityTerm", "三、质量"],
  ["paymentTerm", "四、付款"],
  ["breachTerm", "五、违约责任"],
] as const;

const Name = ({ title, party }: { title: string; party: ContractParty }) => (
  <div>
    <b>
      {title}：{party.name}
    </b>
    <p>统一社会信用代码：{party.creditCode || "—"}</p>
    <p>地址：{party.address || "—"}</p>
    <p>联系：{[party.contact, party.phone].filter(Boolean).join(" ") || "—"}</p>
  </div>
);

/** 合同图: the contract as it was frozen at its approval, one A4 sheet or more. */
export function ContractSheet({ row }: PrintProps<"purchase_contract">) {
  const { sheet, frozen } = row;
  if (!sheet) return <p>没有查看采购价的权限，不能查看合同图。</p>;
  const standing = row.status === "void" || row.status === "terminated";
  return (
    <div className="contract">
      {(!frozen || standing) && <p className="stamp">{standing ? "已失效" : "草案，审批通过后生效"}</p>}
      <h1>采购合同{sheet.supplement > 0 && `（补充协议 ${sheet.supplement}）`}</h1>
      <p className="line">
        <span>合同编号：{sheet.no}</span>
        <span>签订地点：{sheet.signPlace || "—"}</span>
        <span>日期：{sheet.date}</span>
      </p>
      <div className="sides">
        <Name title="甲方（需方）" party={sheet.buyer} />
        <Name title="乙方（供方）" party={sheet.seller} />
      </div>
      <h2>一、货物与价款（{sheet.contractType === "tax" ? "含税" : "不含税"}）</h2>
      <Goods sheet={sheet} />
      <p className="line">
        <span>定金：{formatMoney(sheet.depositAmount, sheet.currency)}</span>
        <span>尾款：{formatMoney(sheet.balanceAmount, sheet.currency)}</span>
        <span>币种：{sheet.currency}</span>
      </p>
      {TERMS.map(([name, title]) => (
        <section key={name}>
          <h2>{title}</h2>
          <p className="pre">{sheet.terms[name]}</p>
        </section>
      ))}
      <div className="sides sign">
        <div>
          <b>甲方（盖章）：{sheet.buyer.name}</b>
          {frozen && !standing && <Chop name={sheet.buyer.name} picture={sheet.buyer.chop} id={row.id} />}
          <p>代表签字：____________　日期：____________</p>
        </div>
        <div>
          <b>乙方（盖章）：{sheet.seller.name}</b>
          <p>代表签字：____________　日期：____________</p>
        </div>
      </div>
      {frozen && <p className="digest">合同图摘要 SHA-256：{frozen}</p>}
    </div>
  );
}
