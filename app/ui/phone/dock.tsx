import { opener } from "../popover/popover";

/** The bar at the foot of narrow screens. */
export const Dock = ({ terminal }: { terminal?: boolean }) => (
  <nav className="dock" aria-label="常用">
    <a href="/wel/index">首页</a>
    <a href="/todo">待办</a>
    <a href="/search">搜索</a>
    <a href="/scan">扫码</a>
    {terminal && <a href="/terminal">终端</a>}
    <button type="button" {...opener("me")}>
      我的
    </button>
  </nav>
);
