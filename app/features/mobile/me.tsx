import { Card, Icon, MoreStyles } from "~/ui";
import { opener } from "~/ui/popover/popover";
import { THEMES, type Theme } from "~/ui/theme/theme";
import { Avatar, LeaveQuestion } from "~/ui/topbar/user-menu";

const LINKS = [
  { href: "/info/index", icon: "user", label: "个人信息" },
  { href: "/wel/index", icon: "chart", label: "经营与公告" },
  { href: "/alerts", icon: "bell", label: "预警订阅" },
  { href: "/downloads", icon: "download", label: "我的下载" },
  { href: "/help/index.html", icon: "help", label: "帮助文档" },
] as const;

export interface MeData {
  name: string;
  avatar: string;
  department: string;
  theme: Theme;
}

/** Who is signed in, and what this browser keeps of that. */
export const MobileMe = ({ name, avatar, department, theme }: MeData) => (
  <div className="mobile-home">
    <MoreStyles />
    <h1>我的</h1>
    <Card>
      <p className="who">
        <Avatar name={name} src={avatar} />
        <b>{name}</b>
        <span className="hint">{department}</span>
      </p>
    </Card>
    <Card>
      <ul className="rows">
        {LINKS.map(({ href, icon, label }) => (
          <li key={href}>
            <a href={href}>
              <Icon name={icon} />
              {label}
            </a>
          </li>
        ))}
      </ul>
    </Card>
    <Card title="主题">
      <form method="post" action="/preferences" className="btns">
        <input type="hidden" name="back" value="/mobile/me" />
        {Object.entries(THEMES).map(([key, label]) => (
          <button key={key} type="submit" className="btn" name="theme" value={key} aria-pressed={key === theme}>
            {label}
          </button>
        ))}
      </form>
    </Card>
    <Card>
      <div className="choices">
        <form method="post" action="/desktop">
          <button type="submit" className="btn" name="desktop" value="1">
            桌面版
          </button>
        </form>
        <form method="post" action="/lock" data-lock="">
          <input type="hidden" name="next" value="/mobile" />
          <button type="submit" className="btn" name="intent" value="lock">
            锁屏
          </button>
        </form>
        <button type="button" className="btn" {...opener("leave")}>
          退出登录
        </button>
      </div>
      <LeaveQuestion />
    </Card>
  </div>
);
