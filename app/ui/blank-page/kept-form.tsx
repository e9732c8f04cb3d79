import type { ReactNode } from "react";
import { Button, LinkButton } from "../button/button";
import { Banner, BlankPage } from "./blank-page";

export interface KeptFields {
  action: string;
  fields: readonly (readonly [string, string])[];
  /** Names of chosen files, which must be chosen again. */
  files: readonly string[];
}

export interface KeptFormProps extends KeptFields {
  /** The page of the form, without sending it. */
  back: string;
}

/** After signing in again: what was typed before goes on to its page, or not. */
export function KeptFormPage({ action, fields, files, back }: KeptFormProps) {
  const typed = fields.filter(([name, value]) => value !== "" && !name.startsWith("_")).length;
  return (
    <BlankPage title="填写的内容已保留" lead="提交时登录已经失效，内容还没有保存到系统。">
      <Banner tone="success">已重新验证身份，共保留 {typed} 项填写内容。</Banner>
      <KeptForm action={action} fields={fields} files={files}>
        <LinkButton href={back}>放弃，返回页面</LinkButton>
        <Button tone="primary">继续提交</Button>
      </KeptForm>
    </BlankPage>
  );
}

/** A form that was not taken, to be sent again by one of the buttons in it. */
export function KeptForm({ action, fields, files, children }: KeptFields & { children: ReactNode }) {
  return (
    <>
      {files.length > 0 && <Banner tone="warning">附件需要重新选择：{files.join("、")}</Banner>}
      <form method="post" action={action} className="btns blank-end">
        {fields.map(([name, value], at) => (
          <input key={at} type="hidden" name={name} value={value} />
        ))}
        {children}
      </form>
    </>
  );
}

/** An address, or a form that was not taken, with what was typed. */
export type RetryFormProps = Pick<KeptFields, "action"> & Partial<KeptFields>;

/** The way to ask again; what was typed goes along. */
export function RetryForm({ action, fields, files = [] }: RetryFormProps) {
  if (!fields)
    return (
      <div className="btns blank-end">
        <LinkButton tone="primary" href={action}>
          重试
        </LinkButton>
      </div>
    );
  return (
    <>
      <Banner tone="info">填写的内容已保留，重试时会一起提交。</Banner>
      <KeptForm action={action} fields={fields} files={files}>
        <Button tone="primary">重试</Button>
      </KeptForm>
    </>
  );
}
