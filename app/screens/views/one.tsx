import { Button } from "~/ui/button/button";
import { Tag } from "~/ui/tag/tag";
import type { ViewItem } from "./item";

export function OneView({ view, url }: { view: ViewItem; url: string }) {
  const { id, name, href, shared, own, isDefault, ownerName } = view;
  return (
    <li>
      <form method="post" action={url} data-quiet="">
        <input type="hidden" name="_action" value="view" />
        <input type="hidden" name="id" value={id} />
        <a href={href}>{name}</a> {isDefault && <Tag tone="blue">默认</Tag>}{" "}
        {shared && <Tag tone="green">{own ? "已共享" : `${ownerName ?? ""}共享`}</Tag>}
        <span className="btns">
          {own && (
            <>
              <input
                className="input"
                name="name"
                defaultValue={name}
                maxLength={30}
                aria-label={`${name}的新名称`}
              />
              <Button small name="op" value="rename">
                改名
              </Button>
            </>
          )}
          <Button small name="op" value={isDefault ? "nodefault" : "default"}>
            {isDefault ? "取消默认" : "设为默认"}
          </Button>
          {own && (
            <>
              <Button small name="op" value={shared ? "unshare" : "share"}>
                {shared ? "取消共享" : "共享"}
              </Button>
              <Button small name="op" value="replace">
                用当前条件覆盖
              </Button>
              <Button
                small
                tone="danger"
                name="op"
                value="delete"
                confirm={`确定删除视图“${name}”吗？`}
              >
                删除
              </Button>
            </>
          )}
        </span>
      </form>
    </li>
  );
}
