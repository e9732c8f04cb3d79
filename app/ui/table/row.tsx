import { RowActions } from "./actions";
import type { Arranged } from "./arrange";
import { cellContent, cellText, isCut } from "./cell";
import type { TableProps } from "./props";

/** One row: box, number, cells, actions. Called, not mounted, to keep 20×14 cells cheap. */
export function bodyRow<Row>(
  { rowKey, base, select, actions, tree, edit }: TableProps<Row>,
  columns: readonly Arranged<Row>[],
  row: Row,
  index: number,
) {
  const key = rowKey(row);
  const number = (base ?? 0) + index + 1;
  return (
    <tr key={key}>
      {select && (
        <td className="l0">
          <input
            type="checkbox"
            name={select.name}
            value={key}
            form={select.form}
            defaultChecked={select.chosen?.includes(key)}
            aria-label={`选择第${number}行`}
          />
        </td>
      )}
      {base !== undefined && <td className={select ? "l2 ce" : "l0 ce"}>{number}</td>}
      {columns.map((c) => {
        const value = c.read(row);
        const text = cellText(c.column, value, row);
        const input = edit?.key === key ? edit.cell(c.key, row) : undefined;
        const content = input ?? cellContent(c.column, value, text, row);
        const cut =
          c.column.overHidden !== false && isCut(text, c.width) && c.column.kind !== "custom";
        const common = {
          className: c.className,
          title: cut ? text : undefined,
          tabIndex: cut && content === text ? 0 : undefined,
        };
        if (c.title)
          return (
            <th key={c.key} {...common} scope="row">
              {tree && <Twig {...{ tree, row, text }} />}
              {content}
            </th>
          );
        return (
          <td key={c.key} {...common} data-l={c.fact}>
            {content}
          </td>
        );
      })}
      {actions && (
        <td className="r0 act">
          <RowActions actions={actions(row)} id={`m${key}`} />
        </td>
      )}
    </tr>
  );
}

function Twig<Row>({
  tree,
  row,
  text,
}: {
  tree: NonNullable<TableProps<Row>["tree"]>;
  row: Row;
  text: string;
}) {
  const open = tree.open(row);
  const depth = `d d${Math.min(tree.depth(row), 8)}`;
  if (open === undefined) return <span className={depth} />;
  return (
    // biome-ignore lint/a11y/useAnchorContent: the arrow is drawn by CSS, the label names it
    <a
      className={`${depth} twig`}
      href={tree.href(row)}
      aria-expanded={open}
      aria-label={`${open ? "收起" : "展开"}${text}`}
    />
  );
}
