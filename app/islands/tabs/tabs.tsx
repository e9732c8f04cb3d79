import * as Tabs from "@radix-ui/react-tabs";

export interface TabsIslandProps {
  label: string;
  items: readonly { key: string; label: string; html: string }[];
}

/**
 * Parts of one page that change without a request. The server renders every part, one below the other
 * when there is no script; `html` is markup that the server made, never what a user typed.
 */
export default function TabsIsland({ label, items }: TabsIslandProps) {
  return (
    <Tabs.Root defaultValue={items[0]?.key} className="tab-parts">
      <Tabs.List aria-label={label} className="tab-links">
        {items.map((item) => (
          <Tabs.Trigger key={item.key} value={item.key}>
            {item.label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {items.map((item) => (
        <Tabs.Content key={item.key} value={item.key} forceMount>
          <div dangerouslySetInnerHTML={{ __html: item.html }} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
