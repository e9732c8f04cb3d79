import { Button } from "../button/button";
import { Checkbox } from "../choice/groups";
import { ErrorSummary } from "../error-summary/error-summary";
import { Field } from "../field/field";
import { Form } from "../form/form";
import { PhoneInput, TextInput } from "../input/text-input";
import { Banner, type BannerTone, BlankPage } from "./blank-page";
import { PasswordForm } from "./password-form";

/** Ways to log in as tabs; the address is their state. */
function LoginTabs({ mobile, href }: { mobile: boolean; href: (type: string) => string }) {
  const tab = (type: string, label: string, on: boolean) => (
    <a href={href(type)} aria-current={on ? "page" : undefined}>
      {label}
    </a>
  );
  return (
    <nav className="login-tabs" aria-label="登录方式">
      {tab("", "账号登录", !mobile)}
      {tab("mobile", "手机登录", mobile)}
    </nav>
  );
}

interface SocialLink {
  type: string;
  label: string;
  href: string;
}

/** Log-in through another system. */
function SocialLinks({ links }: { links: readonly SocialLink[] }) {
  if (links.length === 0) return null;
  return (
    <div className="social">
      <p className="social-title">其他登录方式</p>
      <ul>
        {links.map(({ type, label, href }) => (
          <li key={type}>
            <a href={href} className={`btn social-${type.toLowerCase()}`}>
              <i aria-hidden="true">{label.slice(0, 1)}</i>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface LoginViewDemoAccount {
  username: string;
  password: string;
  /** Name of its role. */
  role: string;
}

/** Who can be tried in a demonstration; a choice fills in the form. */
function DemoAccounts(props: { accounts: readonly LoginViewDemoAccount[]; href: (username: string) => string }) {
  const { accounts, href } = props;
  const [first] = accounts;
  if (!first) return null;
  return (
    <details className="demo">
      <summary>
        演示账号：<b>{first.username}</b> / <b>{first.password}</b>
        {accounts.length > 1 && `，另有 ${accounts.length - 1} 个角色账号`}
      </summary>
      <ul>
        {accounts.map(({ username, password, role }) => (
          <li key={username}>
            <a href={href(username)} data-demo={`${username} ${password}`}>
              <b>{username}</b> {role}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface MobileFormProps {
  action: string;
  mobile: string;
  tenant: string;
  /** What became of the request for a code; null when none was made. */
  sent: string | null;
  errors?: Record<string, string>;
  message?: string | null;
  kept?: string | null;
}

/** Log-in with a mobile number and the code sent to it. */
function MobileForm(props: MobileFormProps) {
  const { action, mobile, tenant, sent, errors = {}, message, kept } = props;
  const head = (
    <>
      <ErrorSummary errors={null} message={message} />
      {/* Script puts its own answer here when it asks for a code without leaving the page. */}
      <div data-sms-answer="">{sent && <Banner tone="success">{sent}</Banner>}</div>
    </>
  );
  return (
    <Form action={action} head={head} className="login-form" data-script="">
      {/* The first button is what Enter presses: not the one that sends a message. */}
      <button type="submit" name="intent" value="sign-in" className="sr" tabIndex={-1}>
        登录
      </button>
      {kept && <input type="hidden" name="kept" value={kept} />}
      <Field name="mobile" label="手机号码" required error={errors.mobile}>
        <PhoneInput value={mobile} />
      </Field>
      <Field name="tenant" label="租户代码" help="首个租户的人员不填" error={errors.tenant}>
        <TextInput value={tenant} maxLength={32} autoComplete="organization" />
      </Field>
      <Field name="code" label="短信验证码" required error={errors.code}>
        <span className="captcha">
          <TextInput maxLength={8} inputMode="numeric" autoComplete="one-time-code" filter="none" />
          <Button name="intent" value="sms" formNoValidate data-sms="">
            获取验证码
          </Button>
        </span>
      </Field>
      <Button tone="primary" className="blank-wide" name="intent" value="sign-in">
        登录
      </Button>
    </Form>
  );
}

export interface LoginViewProps {
  page: {
    mobile: boolean;
    next: string;
    notice: { tone: BannerTone; text: string } | null;
    username: string;
    password?: string;
    remember: boolean;
    randomStr: string | null;
    providers: readonly SocialLink[];
    binds: string | null;
    demo: readonly LoginViewDemoAccount[];
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
  const common = { action: href(mobile ? "mobile" : ""), errors: answer?.errors, message: answer?.message, kept };
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
          password={page.password}
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
