import { renderToStaticMarkup } from "react-dom/server";
import type { ConsoleConfig } from "~/session/config.server";
import { Panels } from "~/ui/topbar/panels";
import { readPreferences } from "./preferences.server";
import { versionOf } from "./shell.server";

/** The panels of the bar as HTML, for script that shows them on the page `at`. */
export function panelsHtml(request: Request, config: ConsoleConfig, at: string): string {
  const shell = { ...readPreferences(request), version: versionOf(config), at };
  return renderToStaticMarkup(<Panels shell={shell} />);
}
