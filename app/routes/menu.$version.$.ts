import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { menuOf } from "~/screens/shell/menu.server";
import { referrer } from "~/screens/shell/referrer.server";
import { openBranches } from "~/screens/shell/shell.server";
import { cookie } from "~/session/cookies.server";
import { requireStaff } from "~/session/staff.server";

/** Entries of branches that a page came without: all of them for script, or one branch to be shown open. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const menu = await menuOf(requireStaff(context));
  const id = params["*"];
  if (!id) {
    // Another person's menu, or that of another build, has another address.
    const control = params.version === menu.version ? "private, max-age=31536000, immutable" : "no-store";
    const headers = { "Content-Type": "text/html; charset=utf-8", "Cache-Control": control };
    return new Response(menu.whole, { headers });
  }
  const open = [...new Set([...openBranches(request), id])].filter((one) => /^[\w-]{1,64}$/.test(one));
  const back = referrer(request, context.visit.host) ?? "/wel/index";
  const set = cookie("open", open.slice(-20).join("."), { secure: false, httpOnly: false, maxAge: 31_536_000 });
  return redirect(`${back}#b-${encodeURIComponent(id)}`, {
    headers: { "Set-Cookie": set, "Cache-Control": "no-store" },
  });
}
