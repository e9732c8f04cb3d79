import { type ContractParty, contractSnapshot } from "#documents/purchase/contract-snapshot";
import type { PrintProps } from "~/screens/parts";
import { formatMoney } from "~/text/format";
import { Chop } from "./contract-chop";
import { Goods } from "./contract-goods";

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
export function ContractSheet({ row }: PrintProps) {
  const sheet = contractSnapshot.optional().parse(row.sheet);
  if (!sheet) return <p>没有查看采购价的权限，不能查看合同图。</p>;
  const frozen = row.frozen as string | null;
  const standing = row.status === "void" || row.status === "terminated";
  return (
    <div className="contract">
      {(!frozen || standing) && (
        <p className="stamp">{standing ? "已失效" : "草案，审批通过后生效"}</p>
      )}
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
          {frozen && !standing && (
            <Chop name={sheet.buyer.name} picture={sheet.buyer.chop} id={row.id} />
          )}
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
