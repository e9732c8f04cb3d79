import { Icon } from "../icon/icon";
import { closer, opener, Popover, panelOpener } from "../popover/popover";

/** Asks before the session ends (specification section 8); its opener is `opener("leave")`. */
export function LeaveQuestion() {
  return (
    <Popover id="leave" label="退出登录" className="pane">
      <form method="post" action="/logout">
        <h2>提示</h2>
        <p>是否退出系统, 是否继续?</p>
        <div className="btns">
          <button type="button" className="btn" {...closer("leave")}>
            取消
          </button>
          <button type="submit" className="btn btn-primary">
            确定
          </button>
        </div>
      </form>
    </Popover>
  );
}

/** Opens `UserChoices`. */
export const UserMenu = ({ name, avatar }: { name: string; avatar: string }) => (
  <button {...panelOpener("me")} className="tool me" aria-label={`用户菜单 ${name}`}>
    <Avatar name={name} src={avatar} />
    <span>{name}</span>
  </button>
);

/** Home, own data, log out (asked first: specification section 8). */
export const UserChoices = () => (
  <Popover id="me" label="用户菜单" className="choices-list">
    <a href="/wel/index">
      <Icon name="home" />
      首页
    </a>
    <a href="/info/index">
      <Icon name="user" />
      个人信息
    </a>
    <a href="/alerts">
      <Icon name="bell" />
      预警订阅
    </a>
    <a href="/downloads">
      <Icon name="download" />
      我的下载
    </a>
    <a href="/help/index.html" target="_blank" rel="noopener">
      <Icon name="help" />
      帮助文档
    </a>
    <form method="post" action="/desktop">
      <button type="submit" name="desktop" value="0">
        <Icon name="component" />
        手机版
      </button>
    </form>
    <button type="button" {...opener("leave")}>
      <Icon name="logout" />
      退出登录
    </button>
    <LeaveQuestion />
  </Popover>
);

/** A person's picture, or the last character of the name. */
export function Avatar({ name, src }: { name: string; src: string }) {
  if (src) return <img className="avatar" src={src} alt="" width="28" height="28" />;
  return (
    <span className="avatar" aria-hidden="true">
      {name.slice(-1)}
    </span>
  );
}
