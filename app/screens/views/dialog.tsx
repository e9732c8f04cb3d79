import { Button, Dialog, ErrorSummary, Field, Form, MoreStyles, Tag, TextInput } from "~/ui";
import type { ViewItem, ViewsProps } from "./item";

function OneView({ view, url }: { view: ViewItem; url: string }) {
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
              <input className="input" name="name" defaultValue={name} maxLength={30} aria-label={`${name}的新名称`} />
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
              <Button small tone="danger" name="op" value="delete" confirm={`确定删除视图“${name}”吗？`}>
                删除
              </Button>
            </>
          )}
        </span>
      </form>
    </li>
  );
}

interface ViewsDialogProps extends ViewsProps {
  closeHref: string;
  label: string;
  message?: string | null;
  name?: string;
}

/** Saves what the list shows now under a name, and keeps the saved ones in order. */
export function ViewsDialog({ views, url, closeHref, label, message, name }: ViewsDialogProps) {
  return (
    <Dialog title="视图" closeHref={closeHref}>
      <MoreStyles />
      <Form
        action={url}
        data-quiet=""
        prefix="v-"
        head={
          <>
            <input type="hidden" name="_action" value="view" />
            <ErrorSummary errors={null} message={message} />
          </>
        }
        footer={
          <Button tone="primary" name="op" value="add">
            保存当前条件
          </Button>
        }
      >
        <Field name="name" label="名称" required help="筛选、排序和每页条数会一起保存">
          <TextInput value={name} maxLength={30} />
        </Field>
        <div className="btns">
          <label className="tick">
            <input type="checkbox" name="columns" defaultChecked />
            连同列的显隐、固定和宽度
          </label>
          <label className="tick">
            <input type="checkbox" name="isDefault" />
            设为默认
          </label>
          <label className="tick">
            <input type="checkbox" name="shared" />
            共享给能查看{label}的同事
          </label>
        </div>
      </Form>
      {views.length > 0 && (
        <ul className="saved-views" aria-label="已保存的视图">
          {views.map((view) => (
            <OneView key={view.id} view={view} url={url} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}
