import { can } from "#documents/kit";
import type { DetailProps } from "~/screens/parts";
import { Button, Card, ErrorSummary } from "~/ui";

/** Every combination of the specification; those without a SKU can be chosen and made. */
export function Matrix({ document, row, keyOfForm, permissions, act }: DetailProps<"spu">) {
  const { matrix: cells = [] } = row;
  if (!permissions || !can(permissions, document, "generateSku", row).ok) return null;
  const open = cells.some((c) => !c.skuCode);
  return (
    <Card title="生成SKU" id="generateSku">
      <form className="form" method="post">
        <input type="hidden" name="_do" value="generateSku" />
        <input type="hidden" name="_id" value={`${row.id}:${row.version}`} />
        <input type="hidden" name="_key" value={act?.key ?? keyOfForm} />
        <ErrorSummary errors={act?.errors ?? {}} message={act?.message} />
        {!cells.length && <p className="hint">没有规格维度：请先在编辑里添加，或直接新建SKU</p>}
        <ul className="matrix">
          {cells.map((c) => (
            <li key={c.text}>
              <label>
                <input
                  type="checkbox"
                  name="combinations"
                  value={c.text}
                  disabled={!!c.skuCode}
                  defaultChecked={!c.skuCode}
                />{" "}
                {c.text}
              </label>{" "}
              {c.skuCode && <span className="hint">{c.skuCode}</span>}
            </li>
          ))}
        </ul>
        {open && (
          <div className="foot">
            <Button tone="primary">生成所选SKU</Button>
          </div>
        )}
      </form>
    </Card>
  );
}
