import type { ViewSharing } from "#documents/kit";
import { Button, Dialog, ErrorSummary, Field, Form, MoreStyles, Select, Tag, TextInput } from "~/ui";
import type { ViewItem, ViewsProps } from "./item";
import type { ViewTarget } from "./target";

/** With whom a view may be shared, as choices. */
const shareChoices = ({ roles }: ViewSharing, label: string) => [
  { value: "", label: "仅自己" },
  { value: "all", label: `能查看${label}的所有人` },
  ...roles.map((role) => ({ value: role.id, label: `角色：${role.name}` })),
];

/** A choice of its own where it is of a role that the person holds no more. */
function choicesFor({ shared, roleId, roleName }: ViewItem, props: SharingProps) {
  const choices = shareChoices(props.sharing, props.label);
  const chosen = shared ? "all" : (roleId ?? "");
  const known = choices.some(({ value }) => value === chosen);
  return { chosen, choices: known ? choices : [...choices, { value: chosen, label: `角色：${roleName ?? ""}` }] };
}

interface SharingProps {
  sharing: ViewSharing;
  /** What the list shows. */
  label: string;
}

/** Posts no choice of with whom: shared with nobody. */
function Withdraw({ name, ownerName }: Pick<ViewItem, "name" | "ownerName">) {
  return (
    <Button small name="op" value="share" confirm={`确定取消${ownerName ?? ""}对视图“${name}”的共享吗？`}>
      取消共享
    </Button>
  );
}

/** What others share with roles that the person does not hold, to be taken back. */
function SharedElsewhere({ sharing, url }: { sharing: ViewSharing; url: string }) {
  if (!sharing.others?.length) return null;
  return (
    <ul className="saved-views" aria-label="共享给其他角色的视图">
      {sharing.others.map(({ id, name, roleName, ownerName }) => (
        <li key={id}>
          <form method="post" action={url} data-quiet="">
            <input type="hidden" name="_action" value="view" />
            <input type="hidden" name="id" value={id} />
            {name} <Tag tone="green">{`${ownerName ?? ""}共享给${roleName}`}</Tag>
            <span className="btns">
              <Withdraw name={name} ownerName={ownerName} />
            </span>
          </form>
        </li>
      ))}
    </ul>
  );
}

function OneView({ view, url, kept, ...props }: SharingProps & { view: ViewItem; url: string; kept?: ViewTarget }) {
  const { id, name, href, shared, roleName, own, isDefault, ownerName } = view;
  const withWhom = roleName ? `给${roleName}` : "";
  const { chosen, choices } = choicesFor(view, props);
  return (
    <li>
      <form method="post" action={url} data-quiet="">
        <input type="hidden" name="_action" value="view" />
        <input type="hidden" name="id" value={id} />
        <a href={href}>{name}</a> {isDefault && <Tag tone="blue">默认</Tag>}{" "}
        {(shared || roleName) && (
          <Tag tone="green">{own ? `已共享${withWhom}` : `${ownerName ?? ""}共享${withWhom}`}</Tag>
        )}
        <span className="btns">
          {own && (
            <>
              <input
                className="input"
                name="name"
                defaultValue={kept?.name ?? name}
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
              <select className="input" name="share" defaultValue={chosen} aria-label={`${name}共享给谁`}>
                {choices.map((choice) => (
                  <option key={choice.value} value={choice.value}>
                    {choice.label}
                  </option>
                ))}
              </select>
              <Button small name="op" value="share">
                改共享
              </Button>
              <Button small name="op" value="replace">
                用当前条件覆盖
              </Button>
              <Button small tone="danger" name="op" value="delete" confirm={`确定删除视图“${name}”吗？`}>
                删除
              </Button>
            </>
          )}
          {!own && props.sharing.manages && <Withdraw name={name} ownerName={ownerName} />}
        </span>
      </form>
    </li>
  );
}

interface ViewsDialogProps extends ViewsProps, SharingProps {
  closeHref: string;
  message?: string | null;
  kept?: ViewTarget;
}

/** Saves what the list shows now under a name, and keeps the saved ones in order. */
export function ViewsDialog({ views, url, closeHref, label, sharing, message, kept }: ViewsDialogProps) {
  const made = kept?.op === "add" ? kept : undefined;
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
          <TextInput value={made?.name} maxLength={30} />
        </Field>
        <div className="btns">
          <label className="tick">
            <input type="checkbox" name="columns" defaultChecked={made?.columns ?? true} />
            连同列的显隐、固定和宽度
          </label>
          <label className="tick">
            <input type="checkbox" name="isDefault" defaultChecked={made?.isDefault} />
            设为默认
          </label>
        </div>
        <Field name="share" label="共享给">
          <Select options={shareChoices(sharing, label)} value={made?.share ?? ""} placeholder={null} />
        </Field>
      </Form>
      {views.length > 0 && (
        <ul className="saved-views" aria-label="已保存的视图">
          {views.map((view) => (
            <OneView
              key={view.id}
              view={view}
              url={url}
              sharing={sharing}
              label={label}
              kept={kept?.op === "rename" && kept.id === view.id ? kept : undefined}
            />
          ))}
        </ul>
      )}
      <SharedElsewhere sharing={sharing} url={url} />
    </Dialog>
  );
}
