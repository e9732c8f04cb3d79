import type { Example } from "../example";
import { Button, LinkButton } from "./button";

export const examples: readonly Example[] = [
  {
    title: "语气",
    node: (
      <div className="btns">
        <Button tone="primary" type="button">
          主要操作
        </Button>
        <Button type="button">普通操作</Button>
        <Button tone="danger" type="button">
          删除示例
        </Button>
        <Button tone="text" type="button">
          文字按钮
        </Button>
        <LinkButton href="?widget=button">链接按钮</LinkButton>
      </div>
    ),
  },
  {
    title: "不可用时说明原因",
    node: (
      <div className="btns">
        <Button reason="单据已审核，不能修改">修改</Button>
        <Button tone="primary" disabled>
          保存中
        </Button>
        <Button small type="button">
          小按钮
        </Button>
      </div>
    ),
  },
];
