import { TabLinks } from "~/ui/tab-links/tab-links";
import { withParams } from "~/ui/url";
import type { Tabbed } from "../parts";

/** Parts of a detail page of which one is shown: each has an address of its own (`?tab=`). */
export function TabbedParts({ tabs, url, label }: { tabs: Tabbed[]; url: string; label: string }) {
  const wanted = new URLSearchParams(url.split("?")[1]).get("tab");
  const shown = tabs.find((t) => t.key === wanted) ?? tabs[0];
  if (!shown) return null;
  return (
    <>
      <TabLinks
        label={label}
        items={tabs.map((tab) => ({
          label: tab.label,
          href: `${withParams(url, { tab: tab === tabs[0] ? null : tab.key, kind: null })}#parts`,
          count: tab.count,
          current: tab === shown,
        }))}
      />
      {shown.content}
    </>
  );
}
