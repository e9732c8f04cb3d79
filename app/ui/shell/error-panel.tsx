import { UNKNOWN_ERROR } from "~/text/messages";
import { RetryForm, type RetryFormProps } from "../blank-page/kept-form";
import { MoreStyles } from "../more/more";

const TITLES: Record<number, string> = {
  401: "登录已失效",
  403: "没有权限",
  404: "页面不存在",
  409: "现在不能操作",
  503: "服务暂不可用",
};

const WHAT_NOW: Record<number, string> = {
  403: "如果工作需要这项权限，请联系管理员为您的角色授权。",
  404: "地址可能写错了，或者这条数据已被删除。",
};

export interface ErrorPanelProps {
  status: number;
  /** The backend's own sentence, when it gave one. */
  message?: string;
  /** Address to try again. */
  at?: string;
  /** The list that what is missing would stand in. */
  list?: { href: string; label: string };
  /** What the log calls the request. */
  requestId?: string;
  /** A form that was not taken, with what was typed. */
  retry?: RetryFormProps;
}

/** What happened, what to do, and a way out. */
export function ErrorPanel({ status, message, at, list, requestId, retry }: ErrorPanelProps) {
  const title = TITLES[status] ?? "出错了";
  const said = message === title ? undefined : message;
  return (
    <section className="oops">
      <MoreStyles />
      <p className="code">{status}</p>
      <h1>{title}</h1>
      <p>{said ?? (status >= 500 ? UNKNOWN_ERROR : WHAT_NOW[status])}</p>
      {said && WHAT_NOW[status] && <p className="hint">{WHAT_NOW[status]}</p>}
      {status >= 500 && requestId && <p className="hint">向管理员报告时请附上编号：{requestId}</p>}
      {retry && <RetryForm {...retry} />}
      <p className="btns">
        {list && (
          <a className="btn btn-primary" href={list.href}>
            返回{list.label}列表
          </a>
        )}
        {at && !retry && (
          <a className="btn" href={at}>
            重试
          </a>
        )}
        <a className={list || retry ? "btn" : "btn btn-primary"} href="/wel/index">
          返回首页
        </a>
      </p>
    </section>
  );
}
