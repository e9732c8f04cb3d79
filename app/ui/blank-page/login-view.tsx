import { Checkbox } from "../choice/groups";
import { Banner, type BannerTone, BlankPage } from "./blank-page";
import {
  type DemoAccount,
  DemoAccounts,
  LoginTabs,
  type SocialLink,
  SocialLinks,
} from "./login-extras";
import { MobileForm } from "./mobile-form";
import { PasswordForm } from "./password-form";

export interface LoginViewProps {
  page: {
    mobile: boolean;
    next: string;
    notice: { tone: BannerTone; text: string } | null;
    username: string;
    remember: boolean;
    randomStr: string | null;
    providers: readonly SocialLink[];
    binds: string | null;
    demo: readonly DemoAccount[];
    kept: string | null;
  };
  /** What the form just sent was answered with. */
  answer?: {
    errors: Record<string, string>;
    message: string | null;
    values: { username: string; mobile: string; tenant: string; remember: boolean; kept: string };
    sent: string | null;
  };
}

const KEPT = "登录已失效。刚才填写的内容已为您保留，重新登录后可以继续提交。";

/** The log-in page: password or mobile, other systems, demo accounts. */
export function LoginView({ page, answer }: LoginViewProps) {
  const { mobile, next, notice, binds, demo } = page;
  const kept = page.kept ?? answer?.values.kept ?? null;
  const href = (type: string, more: Record<string, string> = {}) => {
    const query = new URLSearchParams({ ...(type && { type }), ...more });
    if (next !== "/") query.set("next", next);
    return query.size ? `/login?${query}` : "/login";
  };
  const common = {
    action: href(mobile ? "mobile" : ""),
    errors: answer?.errors,
    message: answer?.message,
    kept,
  };
  return (
    <BlankPage title="登录" lead="使用公司账号进入系统" hero>
      {page.kept ? (
        <Banner tone="warning">{KEPT}</Banner>
      ) : (
        notice && !answer && <Banner tone={notice.tone}>{notice.text}</Banner>
      )}
      {!kept && <LoginTabs mobile={mobile} href={(type) => href(type)} />}
      {mobile ? (
        <MobileForm
          {...common}
          mobile={answer?.values.mobile ?? ""}
          tenant={answer?.values.tenant ?? ""}
          sent={answer?.sent ?? null}
        />
      ) : (
        <PasswordForm
          {...common}
          username={answer?.values.username ?? page.username}
          remember={answer ? answer.values.remember : page.remember}
          randomStr={page.randomStr}
        >
          {binds && <Checkbox name="bind" value="1" checked text={`登录后绑定${binds}`} />}
        </PasswordForm>
      )}
      {!kept && <SocialLinks links={page.providers} />}
      {!mobile && <DemoAccounts accounts={demo} href={(username) => href("", { username })} />}
    </BlankPage>
  );
}
