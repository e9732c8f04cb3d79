import type { DocumentType } from "#documents/kit";
import { FormField } from "~/screens/form/control";
import { lineErrors } from "~/screens/form/form";
import { InputCell } from "~/screens/form/input-cell";
import type { DetailProps } from "~/screens/parts";
import { rowsIn } from "~/screens/row/row";
import { plainText } from "~/text";
import { Button, Card, ErrorSummary } from "~/ui";
import { quoteAt, suppliersOf } from "./quote";

// What every award needs comes first: the table is wider than most windows.
const SHOWN = [
  "quotedPrice",
  "taxIncludedQuote",
  "taxRate",
  "awardQty",
  "attachment",
  "moq",
  "leadDays",
  "validTo",
  "awardReason",
];

const fieldsOf = (document: DocumentType) => document.actions?.recordQuote?.lines?.quotes?.fields ?? {};

/** 录入报价/定标: every answer and award of the inquiry in one form, supplier by supplier under each line. */
export function QuoteForm({ document, row, keyOfForm, act }: DetailProps<"inquiry_order">) {
  const { items = [] } = row;
  const fields = fieldsOf(document);
  const typed = rowsIn(act?.values ?? {}, "quotes");
  const errors = act?.errors ?? {};
  const suppliers = suppliersOf(row);
  const rows = items.flatMap((item) =>
    suppliers.map((s) => ({ item, supplier: s, stored: quoteAt(row, item.id, s.id) })),
  );
  const at = (item: string, supplier: string) =>
    rows.findIndex((r) => r.item.id === item && r.supplier.id === supplier);
  const deadline = document.actions?.recordQuote?.input?.deadline;
  return (
    <Card title="录入报价/定标" id="recordQuote">
      <form method="post" encType="multipart/form-data" className="form" data-version={row.version}>
        <input type="hidden" name="_do" value="recordQuote" />
        <input type="hidden" name="_id" value={`${row.id}:${row.version}`} />
        <input type="hidden" name="_key" value={act?.key ?? keyOfForm} />
        <ErrorSummary errors={lineErrors(errors)} message={act?.message} />
        {row.status === "inquiring" && deadline && (
          <div className="fields">
            <FormField
              name="deadline"
              field={deadline}
              value={act?.values.deadline ?? row.deadline}
              error={errors.deadline}
            />
          </div>
        )}
        {items.map((item, i) => (
          <div key={item.id} className="lines">
            <h2>
              {i + 1}. {item.$skuId} {item.skuName}（询价 {item.qty}）
            </h2>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
            <section className="t" aria-label={`${plainText(item.$skuId)}的报价`} tabIndex={0}>
              <table>
                <thead>
                  <tr>
                    <th>供应商</th>
                    {SHOWN.map((n) => (
                      <th key={n}>{fields[n]?.label}</th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {suppliers.map((s) => {
                    const index = at(item.id, s.id);
                    const stored = rows[index]?.stored;
                    const shown: Record<string, unknown> = typed[index] ?? stored ?? {};
                    return (
                      <tr key={s.id}>
                        <td data-l="供应商">
                          {s.name}
                          <input type="hidden" name={`quotes[${index}].id`} value={plainText(stored?.id)} />
                          <input type="hidden" name={`quotes[${index}].lineId`} value={item.id} />
                          <input type="hidden" name={`quotes[${index}].supplierId`} value={s.id} />
                        </td>
                        {SHOWN.map((n) => {
                          const field = fields[n];
                          return (
                            field && (
                              <InputCell
                                key={n}
                                name={`quotes[${index}].${n}`}
                                field={field}
                                value={shown[n]}
                                of={`${i + 1}. ${s.name}`}
                                error={errors[`quotes.${index}.${n}`]}
                              />
                            )
                          );
                        })}
                      </tr>
                    );
                  })}
                </tbody>
              </table>
            </section>
          </div>
        ))}
        <div className="foot">
          <Button tone="primary">保存报价与定标</Button>
        </div>
      </form>
    </Card>
  );
}
