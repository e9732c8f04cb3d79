import { LinkButton } from "../button/button";
import { BlankPage } from "./blank-page";
import { RetryForm, type RetryFormProps } from "./kept-form";

interface ErrorPageWords {
  title: string;
  what: string;
  /** What the reader can do. */
  remedy: string;
}

const WORDS: Readonly<Record<number, ErrorPageWords>> = {
  401: { title: "需要登录", what: "您还没有登录，或登录已经失效。", remedy: "重新登录后会回到刚才的页面。" },
  403: { title: "没有权限", what: "当前操作没有权限。", remedy: "需要使用时，请联系管理员为您的角色授权。" },
  404: {
    title: "页面不存在",
    what: "资源不存在，可能已被删除，或地址有误。",
    remedy: "请检查地址，或从菜单重新进入。",
  },
  500: {
    title: "系统出错了",
    what: "系统未知错误,请反馈给管理员。",
    remedy: "已经保存的数据不受影响，可以稍后刷新重试。",
  },
  503: {
    title: "服务暂时不可用",
    what: "无法连接到服务器，请检查网络或稍后重试。",
    remedy: "您的登录状态仍然保留，恢复后点击重试即可继续。",
  },
};

export interface ErrorPageProps {
  /** HTTP status that the answer carries. */
  status: number;
  /** The server's sentence, instead of the usual one. */
  message?: string | null;
  /** Somebody is signed in: the way out is the home page. */
  signedIn?: boolean;
  /** Page to come back to after logging in. */
  next?: string;
  /** What to ask again: an address, or a form that was not taken, with what was typed. */
  retry?: RetryFormProps;
}

const wordsOf = (status: number): ErrorPageWords =>
  WORDS[status] ?? (status >= 500 ? WORDS[500]! : { ...WORDS[404]!, title: "无法完成请求" });

/** The name of an error page: its heading and page title. */
export const errorTitle = (status: number): string => wordsOf(status).title;

/** What happened, what it means and the way out, by status. */
export function ErrorPage({ status, message, signedIn, next, retry }: ErrorPageProps) {
  const { title, what, remedy } = wordsOf(status);
  const login = next ? `/login?next=${encodeURIComponent(next)}` : "/login";
  return (
    <BlankPage title={title}>
      <p className="error-code" data-code={status} aria-hidden="true" />
      <p>{message || what}</p>
      <p className="hint">{remedy}</p>
      {retry && <RetryForm {...retry} />}
      <div className="btns">
        {status === 401 && !signedIn ? (
          <LinkButton tone="primary" href={login}>
            去登录
          </LinkButton>
        ) : (
          <LinkButton tone={retry ? undefined : "primary"} href="/">
            返回首页
          </LinkButton>
        )}
        {signedIn && <LinkButton href="/logout">切换账号</LinkButton>}
      </div>
    </BlankPage>
  );
}
