import type { Example } from "../example";

export const examples: readonly Example[] = [
  {
    title: "对话框是地址的一个状态，由服务器打开",
    node: (
      <ul>
        <li>
          <a href="/crud/index?add=1">新增对话框（宽）</a>
        </li>
        <li>
          <a href="/crud/index?columns=1">列显隐（1000 px，每行四个）</a>
        </li>
        <li>
          <a href="/crud/index?columns=reset">确认对话框（小）</a>
        </li>
        <li>
          <a href="/crud/index?widget=dialog&drawer=1">抽屉</a>
        </li>
        <li>
          <a href="/crud/index?widget=dialog&half=1">默认宽度 50%</a>
        </li>
      </ul>
    ),
  },
];
