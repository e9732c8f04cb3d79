import { type ComponentType, useId } from "react";
import { renderToString } from "react-dom/server";
import chart from "./chart/chart";
import dialog from "./dialog/dialog";
import richText from "./rich-text/rich-text";
import tabs from "./tabs/tabs";

export type IslandWhen = "load" | "idle" | "visible" | "interaction";

// Server side of app/islands/registry.ts: the same names, imported at once.
// biome-ignore lint/suspicious/noExplicitAny: props are JSON of the island's own type
const components: Record<string, ComponentType<any>> = { chart, dialog, richText, tabs };

/** Style attributes of libraries: the security policy would refuse them; script may set them later. */
const withoutStyles = (html: string) => html.replace(/ style="[^"]*"/g, "");

/**
 * Renders one island inside a server-rendered page. It has its own renderToString and the same
 * identifierPrefix on both sides: inline rendering would make useId differ on hydration.
 * `props` must be JSON; `when` says what wakes it up.
 */
export function Island({ name, props, when }: { name: string; props: object; when: IslandWhen }) {
  const id = useId();
  const Component = components[name];
  if (!Component) throw new Error(`unknown island ${name}`);
  return (
    <div
      data-island={name}
      data-when={when}
      data-id={id}
      data-props={JSON.stringify(props)}
      dangerouslySetInnerHTML={{
        __html: withoutStyles(renderToString(<Component {...props} />, { identifierPrefix: id })),
      }}
    />
  );
}
