import type { TagTone } from "~/ui";
import type { UiOption } from "~/ui/option";

const optionsOf = (words: Record<string, string>): UiOption[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** Regions in the order of market.md 0.6. */
export const REGIONS: Record<string, string> = { NA: "北美", EU: "欧洲", JP: "日本", AM: "澳洲中东" };
export const AD_PRODUCTS = optionsOf({ SP: "SP 商品推广", SB: "SB 品牌推广", SD: "SD 展示型推广" });
export const MATCH_TYPES = optionsOf({ EXACT: "精准", PHRASE: "词组", BROAD: "广泛" });
export const GRANULARITIES = optionsOf({ day: "按天", week: "按周", month: "按月" });
export const CAMPAIGN_STATES = optionsOf({ ENABLED: "投放中", PAUSED: "已暂停", ARCHIVED: "已归档" });

/** What happened to a row between the two periods. */
export const FLAGS = optionsOf({ new: "新增", stopped: "停止", up: "上升", down: "下降" });
export const KEYWORD_FLAGS = optionsOf({ new: "新增", stopped: "流失", up: "上升", down: "下降" });
export const flagsOf = (part: string) => (part === "keyword" ? KEYWORD_FLAGS : FLAGS);
const flagTones: Record<string, TagTone> = { new: "blue", stopped: "orange" };
export const flagTone = (flag: string): TagTone => flagTones[flag] ?? "grey";

/** Quick filters of the keywords (market.md 6.3). */
export const QUICK = optionsOf({ noConversion: "花费无转化", aboveTarget: "ACOS高于目标" });
