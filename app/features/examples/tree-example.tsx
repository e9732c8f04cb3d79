import { LinkButton } from "~/ui/button/button";
import type { Option } from "~/ui/option";
import { defineTable } from "~/ui/table/model";
import { Table } from "~/ui/table/table";
import { withParams } from "~/ui/url";

interface Node {
  id: string;
  name: string;
  depth: number;
  children: number;
}

const CHILDREN = 3;
const DEPTH = 3;
const model = defineTable<Node>([
  { key: "name", label: "名称", minWidth: 240 },
  { key: "children", label: "下级", kind: "number" },
]);

/** Rows that are to be seen: the roots, and the children of what is open. */
export function visibleNodes(open: ReadonlySet<string>, parent = "", depth = 0): Node[] {
  return Array.from({ length: CHILDREN }, (_, i) => `${parent}${i + 1}`).flatMap((id) => {
    const node = { id, name: `示例节点${id}`, depth, children: depth < DEPTH - 1 ? CHILDREN : 0 };
    return [node, ...(open.has(id) ? visibleNodes(open, id, depth + 1) : [])];
  });
}

/** Opening a row asks the server for its children, closing it takes them away: both are links. */
export function TreeExample({ url, open }: { url: string; open: string | null }) {
  const opened = new Set((open ?? "").split(",").filter(Boolean));
  const toggle = (id: string) => {
    const next = opened.has(id) ? [...opened].filter((o) => !o.startsWith(id)) : [...opened, id];
    return withParams(url, { open: next.join(",") });
  };
  return (
    <>
      <Table<Node>
        model={model}
        rows={visibleNodes(opened)}
        rowKey={(node) => node.id}
        caption="示例树表"
        tree={{
          depth: (node) => node.depth,
          open: (node) => (node.children ? opened.has(node.id) : undefined),
          href: (node) => toggle(node.id),
        }}
      />
      <LinkButton href={withParams(url, { open: null })}>全部收起</LinkButton>
    </>
  );
}

/** The dictionary that the tree input of the gallery loads. */
export const exampleDictionary: Option[] = ["一", "二", "三"].map((n, i) => ({
  value: String(i + 1),
  label: `示例分类${n}`,
  children: [1, 2].map((j) => ({ value: `${i + 1}${j}`, label: `示例分类${n}-${j}` })),
}));
