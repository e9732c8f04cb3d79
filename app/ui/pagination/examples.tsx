import type { Example } from "../example";
import { Pagination } from "./pagination";

const url = "/crud/index?widget=pagination";

/** A page with several lists gives each its own parameters. */
const names = (list: string) => ({ current: `current-${list}`, size: `size-${list}` });

export const examples: readonly Example[] = [
  { title: "每页10条，共1370条，在第60页", node: <Pagination url={url} total={1370} current={60} size={10} /> },
  { title: "只有一页", node: <Pagination url={url} total={3} current={1} size={10} names={names("a")} /> },
  { title: "没有数据", node: <Pagination url={url} total={0} current={1} size={20} names={names("b")} /> },
];
