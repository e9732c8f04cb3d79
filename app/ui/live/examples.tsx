import type { Example } from "../example";
import { Live } from "./live";

export const examples: readonly Example[] = [
  {
    title: "有东西在运行时每5秒更新，不移动焦点",
    node: (
      <Live on url="?widget=live">
        有任务在运行
      </Live>
    ),
  },
];
