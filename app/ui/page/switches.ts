/** The nine switches of the interface (specification 2.6), spelt as the specification spells them. */
export const SWITCHES = {
  showTag: "标签",
  showDebug: "日志",
  showTheme: "主题",
  showColor: "主题色",
  showFullScren: "全屏",
  showLock: "锁屏",
  showSearch: "搜索",
  showCollapse: "缩放",
  showMenu: "顶部菜单",
} as const;
export type Switch = keyof typeof SWITCHES;
export type Switches = Record<Switch, boolean>;

export const SWITCH_KEYS = Object.keys(SWITCHES) as Switch[];
