import type { Example } from "../example";
import { Alert } from "./alert";

export const examples: readonly Example[] = [
  {
    title: "四种语气",
    node: (
      <div className="form">
        <Alert closeHref="?widget=alert">数据每天凌晨更新</Alert>
        <Alert tone="success" title="保存成功" />
        <Alert tone="warning" title="列表已被筛选">
          <a href="?widget=alert">查看全部</a>
        </Alert>
        <Alert tone="danger" title="保存失败">
          填写的内容已保留，请稍后重试
        </Alert>
      </div>
    ),
  },
];
