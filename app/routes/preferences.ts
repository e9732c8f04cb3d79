import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { keysOf } from "#documents/kit";
import { panelsHtml } from "~/screens/shell/panels.server";
import { readPreferences, writePreferences } from "~/screens/shell/preferences.server";
import { cookie, flash } from "~/session/cookies.server";
import { backPath } from "~/session/paths.server";
import { requireStaff } from "~/session/staff.server";
import { switchesBy } from "~/ui/page/shell-data";
import { isColour } from "~/ui/theme/colour";
import { THEMES } from "~/ui/theme/theme";

const colour = z.string().refine(isColour).optional().catch(undefined);
const choice = z.object({
  back: z.string().nullish(),
  intent: z.enum(["switches"]).optional().catch(undefined),
  theme: z.enum(keysOf(THEMES)).optional().catch(undefined),
  /** A swatch that was pressed; goes before the colour field, which every press sends along. */
  preset: colour,
  colour,
  side: z.enum(["0", "1"]).optional().catch(undefined),
});

/** The panels of the bar for script; others get them as a page (_shell.panels.tsx). */
export function loader({ request, context }: LoaderFunctionArgs) {
  requireStaff(context);
  const back = backPath(new URL(request.url).searchParams.get("back"));
  const headers = { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" };
  return new Response(panelsHtml(request, context.console.config, back), { headers });
}

/** Keeps what was chosen in the shell and goes back to the page where it was chosen. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { form } = context;
  const chosen = choice.parse(Object.fromEntries(form));
  const old = readPreferences(request);
  const switches = switchesBy((key) => form.has(key));
  const headers = new Headers();
  if (chosen.side) {
    const kept = { secure: false, httpOnly: false, maxAge: 365 * 86_400 };
    headers.append("Set-Cookie", cookie("side", chosen.side, kept));
  } else {
    const next = {
      theme: chosen.theme ?? old.theme,
      colour: chosen.preset ?? chosen.colour ?? old.colour,
      switches: chosen.intent === "switches" ? switches : old.switches,
    };
    headers.append("Set-Cookie", writePreferences(next));
  }
  if (chosen.intent) flash(headers, { tone: "success", text: "界面设置已保存" });
  return redirect(backPath(chosen.back), { status: 303, headers });
}
