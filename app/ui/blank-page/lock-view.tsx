import { MESSAGES } from "~/text/messages";
import { Button, LinkButton } from "../button/button";
import { Field } from "../field/field";
import { Form } from "../form/form";
import { TextInput } from "../input/text-input";
import { Banner, BlankPage } from "./blank-page";

export interface LockViewProps {
  /** locked; ready: a lock password is set; unset: none yet. */
  state: "locked" | "ready" | "unset";
  name: string;
  action: string;
  /** Page to go back to. */
  next: string;
  error: string | null;
  /** Sealed form that goes on after unlocking. */
  kept: string | null;
}

const WORDS = {
  locked: { title: "已锁屏", lead: "输入锁屏密码后继续工作" },
  ready: { title: "锁屏", lead: "离开座位时锁定，其他人无法查看和操作" },
  unset: { title: "设置锁屏密码", lead: "首次锁屏需要先设置密码，本次登录期间有效" },
};

/** Lock screen: set a password first, lock, unlock. */
export function LockView({ state, name, action, next, error, kept }: LockViewProps) {
  const { title, lead } = WORDS[state];
  return (
    <BlankPage title={title} lead={lead}>
      <p className="who">
        <i aria-hidden="true">{name.slice(-1)}</i>
        {name}
      </p>
      {kept && state === "locked" && (
        <Banner tone="warning">已锁屏。刚才填写的内容已为您保留，解锁后可以继续提交。</Banner>
      )}
      {state === "ready" ? (
        <form method="post" action={action} className="btns blank-end">
          <LinkButton href={next}>返回</LinkButton>
          <Button tone="primary" name="intent" value="lock">
            立即锁屏
          </Button>
        </form>
      ) : (
        <Form action={action}>
          {kept && <input type="hidden" name="kept" value={kept} />}
          <Field name="password" label="锁屏密码" required error={error}>
            <TextInput
              type="password"
              maxLength={64}
              autoComplete="off"
              autoFocus
              placeholder={MESSAGES.lockPasswordPlaceholder}
            />
          </Field>
          <div className="btns blank-end">
            {state === "unset" && <LinkButton href={next}>取消</LinkButton>}
            <Button tone="primary">{state === "locked" ? "解锁" : "锁屏"}</Button>
          </div>
        </Form>
      )}
      {state === "locked" && (
        <form method="post" action="/logout">
          <Button tone="text">退出登录</Button>
        </form>
      )}
    </BlankPage>
  );
}
