/** Ways to log in as tabs; the address is their state. */
export function LoginTabs({ mobile, href }: { mobile: boolean; href: (type: string) => string }) {
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

export interface SocialLink {
  type: string;
  label: string;
  href: string;
}

/** Log-in through another system. */
export function SocialLinks({ links }: { links: readonly SocialLink[] }) {
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

export interface DemoAccount {
  username: string;
  password: string;
  /** Name of its role. */
  role: string;
}

/** Who can be tried in a demonstration; a choice fills in the form. */
export function DemoAccounts(props: {
  accounts: readonly DemoAccount[];
  href: (username: string) => string;
}) {
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
