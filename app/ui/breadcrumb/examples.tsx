import type { Example } from "../example";
import { Breadcrumb } from "./breadcrumb";

/** One only: a page has one place, so the component carries its id itself. */
export const examples: readonly Example[] = [
  {
    title: "当前位置，有知识文章",
    node: (
      <Breadcrumb
        items={[{ label: "首页", href: "/wel/index" }, { label: "采购" }, { label: "采购订单" }]}
        guide={{ title: "从请购到采购单", href: "/knowledge/base/index" }}
      />
    ),
  },
];
