import { can } from "#documents/kit";
import { FormField } from "~/screens/form/control";
import type { DetailProps, PrintProps } from "~/screens/parts";
import { Facts } from "~/screens/row/facts";
import { formatNumber } from "~/text/format";
import { plainText } from "~/text/plain";
import { Button } from "~/ui/button/button";
import { Card } from "~/ui/card/card";
import { ErrorSummary } from "~/ui/error-summary/error-summary";
import { itemsOf, quotesOf } from "./quote";
import { QuoteForm } from "./quote-form";
import { QuoteMatrix } from "./quote-matrix";

/** 生成采购单: the awards that are not ordered, each of which may be left out. */
function AwardsToOrder({ document, row, options, keyOfForm, act }: DetailProps) {
  const items = itemsOf(row);
  const quantities = (row.openAwards as Record<string, number> | undefined) ?? {};
  const open = quotesOf(row).filter((q) => quantities[q.id]);
  const tradeTerm = document.actions?.toOrder?.input?.tradeTerm;
  if (!open.length)
    return (
      <Card title="生成采购单" id="toOrder">
        <p className="hint">定标数量已全部下单，采购单见“关联单据”。</p>
      </Card>
    );
  return (
    <Card title="生成采购单" id="toOrder">
      <form method="post" className="form">
        <input type="hidden" name="_do" value="toOrder" />
        <input type="hidden" name="_id" value={`${row.id}:${row.version}`} />
        <input type="hidden" name="_key" value={act?.key ?? keyOfForm} />
        <ErrorSummary errors={act?.errors} message={act?.message} />
        <p className="hint">按供应商、币种、含税类型和收货仓各生成一张采购单草稿。</p>
        <ul className="matrix">
          {open.map((q) => {
            const item = items.find((i) => i.id === plainText(q.lineId));
            return (
              <li key={q.id}>
                <label>
                  <input type="checkbox" name="awardIds" value={q.id} defaultChecked />{" "}
                  {plainText(item?.$skuId)} {plainText(q.$supplierId)}{" "}
                  {formatNumber(quantities[q.id], 0)} 件
                </label>
              </li>
            );
          })}
        </ul>
        {tradeTerm && row.currency !== "CNY" && (
          <FormField
            name="tradeTerm"
            field={tradeTerm}
            value={act?.values.tradeTerm}
            options={options?.tradeTerm}
            error={act?.errors?.tradeTerm}
          />
        )}
        <div className="foot">
          <Button tone="primary">生成采购单</Button>
        </div>
      </form>
    </Card>
  );
}

/** What an inquiry shows below its facts: the comparison, the quotes to record, the orders to make. */
export function QuoteParts(props: DetailProps) {
  const { document, row, permissions, act } = props;
  const may = (name: string) => can(permissions ?? new Set(), document, name, row).ok;
  const own = (name: string) => (act?.name === name ? props : { ...props, act: undefined });
  return (
    <>
      {quotesOf(row).length > 0 && (
        <Card title="比价表">
          <QuoteMatrix row={row} />
        </Card>
      )}
      {may("recordQuote") && <QuoteForm {...own("recordQuote")} />}
      {may("toOrder") && <AwardsToOrder {...own("toOrder")} />}
    </>
  );
}

/** 比价表, printed: the inquiry and what each supplier offers. */
export function QuoteSheet({ document, row, options }: PrintProps) {
  return (
    <>
      <h1>比价表 {plainText(row.no)}</h1>
      <Facts document={document} row={row} options={options} />
      <QuoteMatrix row={row} />
      <p>采购：____________　采购经理：____________　财务：____________</p>
    </>
  );
}
