import { Chart } from "~/features/figure/chart";
import { Island } from "~/islands/island.server";
import { Card, Dialog, Drawer, defineTable, LinkButton, Table, withParams } from "~/ui";
import { figures } from "~/ui/figure/examples";
import type { UiOption } from "~/ui/option";
import { CRUD } from "./urls";
import { widgets } from "./widgets";

interface GalleryNode {
  id: string;
  name: string;
  depth: number;
  children: number;
}

const CHILDREN = 3;
const DEPTH = 3;
const model = defineTable<GalleryNode>([
  { key: "name", label: "名称", minWidth: 240 },
  { key: "children", label: "下级", kind: "number" },
]);

/** Rows that are to be seen: the roots, and the children of what is open. */
export function visibleNodes(open: ReadonlySet<string>, parent = "", depth = 0): GalleryNode[] {
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
      <Table<GalleryNode>
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
export const exampleDictionary: UiOption[] = ["一", "二", "三"].map((n, i) => ({
  value: String(i + 1),
  label: `示例分类${n}`,
  children: [1, 2].map((j) => ({ value: `${i + 1}${j}`, label: `示例分类${n}-${j}` })),
}));

/** Links to the generic list and to every component of app/ui. */
export const WidgetLinks = ({ current }: { current: string | null }) => (
  <nav className="tw-flex tw-flex-wrap tw-gap-x-3 tw-gap-y-1" aria-label="组件示例">
    <a href={CRUD} aria-current={current ? undefined : "page"}>
      通用列表
    </a>
    {widgets.map((w) => (
      <a key={w.key} href={`${CRUD}?widget=${w.key}`} aria-current={w.key === current ? "page" : undefined}>
        {w.label}
      </a>
    ))}
    <a href={`${CRUD}?widget=island`} aria-current={current === "island" ? "page" : undefined}>
      交互组件
    </a>
  </nav>
);

const islands = (
  <>
    <Card title="富文本：没有脚本时是文本框">
      <Island
        name="richText"
        when="interaction"
        props={{ name: "content", id: "content", label: "正文", value: "<p>点这里开始编辑<b>示例</b>正文</p>" }}
      />
    </Card>
    <Card title="对话框：不离开页面看大图">
      <Island
        name="dialog"
        when="interaction"
        props={{ trigger: "查看大图", title: "示例图片", image: { src: "/examples/slide-1.svg", alt: "示例图片" } }}
      />
    </Card>
    <Card title="页签：没有脚本时依次显示">
      <Island
        name="tabs"
        when="visible"
        props={{
          label: "示例页签",
          items: ["一", "二", "三"].map((n) => ({ key: n, label: `页签${n}`, html: `<p>示例内容${n}</p>` })),
        }}
      />
    </Card>
  </>
);

/** The examples of one component. */
export function Gallery({ widget, url, open }: { widget: string; url: string; open: string | null }) {
  const params = new URLSearchParams(url.split("?")[1]);
  const closeHref = `${CRUD}?widget=dialog`;
  if (widget === "island") return islands;
  if (widget === "figure")
    return figures.map(({ title, data }) => (
      <Card key={data.id} title={title}>
        <Chart data={data} />
      </Card>
    ));
  return (
    <>
      {widgets
        .find((w) => w.key === widget)
        ?.examples.map((example) => (
          <Card key={example.title} title={example.title}>
            {example.node}
          </Card>
        ))}
      {widget === "table" && (
        <Card title="树形表格">
          <TreeExample url={url} open={open} />
        </Card>
      )}
      {widget === "dialog" && params.has("drawer") && (
        <Drawer title="示例抽屉" closeHref={closeHref}>
          <p>抽屉里的内容</p>
        </Drawer>
      )}
      {widget === "dialog" && params.has("half") && (
        <Dialog title="示例对话框" closeHref={closeHref}>
          <p>默认宽度 50%</p>
        </Dialog>
      )}
    </>
  );
}
