import { PRODUCT_NAME } from "~/text/title";
import { Icon } from "../icon/icon";
import { type ShellData, SWITCH_KEYS, SWITCHES, type Switches } from "../page/shell-data";
import { closer, opener, Popover } from "../popover/popover";

/** One line of switches; the words 开启 and 关闭 beside each come from the style sheet. */
export function SwitchList({ switches }: { switches: Switches }) {
  return (
    <>
      {SWITCH_KEYS.map((key) => (
        <label key={key} className="switch">
          {SWITCHES[key]}
          <input type="checkbox" name={key} defaultChecked={switches[key]} />
        </label>
      ))}
    </>
  );
}

/** Interface settings of this browser (specification 2.6), version and copyright. */
export function SettingsDrawer({ shell }: { shell: Pick<ShellData, "at" | "switches" | "version"> }) {
  const { switches } = shell;
  return (
    <Popover id="settings" label="界面设置" className="drawer">
      <form method="post" action="/preferences">
        <div className="row">
          <h2>界面设置</h2>
          <button type="button" className="tool" aria-label="关闭" {...closer("settings")}>
            <Icon name="close" />
          </button>
        </div>
        <input type="hidden" name="back" value={shell.at} />
        <SwitchList switches={switches} />
        <button type="submit" className="btn btn-primary" name="intent" value="switches">
          保存设置
        </button>
        <p className="pocket">
          {switches.showTheme && (
            <button type="button" className="btn" {...opener("themes")}>
              主题
            </button>
          )}
          {switches.showColor && (
            <button type="button" className="btn" {...opener("colours")}>
              主题色
            </button>
          )}
          {switches.showDebug && (
            <a className="btn" href="/errorlog/index">
              错误日志
            </a>
          )}
        </p>
      </form>
      <p className="hint">
        {PRODUCT_NAME} {shell.version}
        <br />© 2026 版权所有，仅供公司内部使用
      </p>
    </Popover>
  );
}
