import { Popover } from "../popover/popover";

const KEYS = [
  ["/", "快速搜索菜单"],
  ["[", "收起或展开菜单"],
  [",", "上一个标签"],
  [".", "下一个标签"],
  ["r", "刷新当前标签"],
  ["w", "关闭当前标签"],
  ["h", "回到首页"],
  ["?", "显示本说明"],
] as const;

/** Help on the keys that shell.client.ts listens to. */
export function Shortcuts() {
  return (
    <Popover id="keys" label="键盘快捷键" className="pane">
      <h2>键盘快捷键</h2>
      <dl className="keys">
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className="switch js-only">
        启用快捷键
        <input type="checkbox" id="keys-on" defaultChecked />
      </label>
    </Popover>
  );
}
