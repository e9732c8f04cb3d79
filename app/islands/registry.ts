import type { ComponentType } from "react";

// One line per island: name → chunk. The browser fetches a chunk only when a page shows the island.
// biome-ignore lint/suspicious/noExplicitAny: props are JSON of the island's own type
type RegistryLoader = () => Promise<{ default: ComponentType<any> }>;
export const islands: Record<string, RegistryLoader> = {
  chart: () => import("./chart/chart"),
  dialog: () => import("./dialog/dialog"),
  richText: () => import("./rich-text/rich-text"),
  tabs: () => import("./tabs/tabs"),
};
