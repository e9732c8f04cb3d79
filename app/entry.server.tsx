import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToStaticMarkup } from "react-dom/server";
import { ErpError } from "~/erp/client.server";
import { pageBody } from "~/screens/shell/body.server";
import { withParts } from "~/screens/shell/cached.server";
import { FrameContext } from "~/screens/shell/frame";
import { composeFrame, piecesBelow } from "~/screens/shell/frame.server";
import { setPageHeaders } from "~/screens/shell/headers.server";
import { PART, partsOfPage } from "~/screens/shell/part.server";
import { inShell } from "~/screens/shell/shell-html.server";
import { retryOfRefused } from "~/session/kept-form.server";
import { MobileContext } from "~/ui/mobile/context";
import { moreOnce } from "~/ui/more/more";
import styles from "~/ui/styles.css";

/** Pages outside the shell get the script only when something on them asks for it. */
const WANTS_SCRIPT = /\sdata-(island|script)=/;

export default async function handleRequest(
  request: Request,
  answered: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const failed = remix.staticHandlerContext.errors !== null;
  const status = failed && context.problem ? context.problem.status : answered;
  const { frame, cookies } = await composeFrame(request, status, headers, remix, context);
  for (const value of cookies) headers.append("Set-Cookie", value);

  let html = moreOnce(
    renderToStaticMarkup(
      <FrameContext.Provider value={frame}>
        <MobileContext.Provider value={frame.mobile}>
          <RemixServer context={remix} url={request.url} />
        </MobileContext.Provider>
      </FrameContext.Provider>,
    ),
    frame.parts,
  );
  if (frame.shell || WANTS_SCRIPT.test(html)) {
    const script = `<script type="module" src="${remix.manifest.entry.module}"></script>`;
    html = html.replace("</head>", () => `${script}</head>`);
  }
  const [from, to] = [html.indexOf("<body>") + 6, html.lastIndexOf("</body>")];
  const page = withParts(html.slice(from, to), frame.parts);
  const { pathname } = new URL(request.url);
  const runsScript = /\bjs=1\b/.test(request.headers.get("Cookie") ?? "");
  setPageHeaders(headers, {
    inlineCss: [frame.styleSheet, frame.themeCss],
    stylesheet: frame.styleSheet ? null : styles,
    frames: pathname.startsWith("/myiframe/") ? context.console.config.iframeHosts : [],
    // Sheets to print stand outside the shell and its script.
    unguarded: !frame.shell || (!runsScript && !context.secure),
  });
  headers.append("Vary", PART);
  if (frame.shell && request.headers.has(PART) && !frame.native) {
    headers.set(PART, frame.build);
    const links = html.slice(0, from).match(/<link rel="stylesheet"[^>]*>/g) ?? [];
    const rare = links.filter((link) => !link.includes(styles));
    const parts = partsOfPage(frame.shell, frame.title, page, rare);
    context.bytes = pageBody(request, headers, frame.mobile ? piecesBelow(parts) : parts);
    return new Response(null, { status, headers });
  }
  // A first page is larger, comes once, and has to fit into the first flight.
  const quality = frame.styleSheet ? 7 : undefined;
  const whole = frame.shell ? inShell(frame.shell, page) : page;
  const content = frame.mobile ? piecesBelow(whole) : whole;
  const pieces = [`<!DOCTYPE html>${html.slice(0, from)}`, ...content, html.slice(to)];
  context.bytes = pageBody(request, headers, pieces, quality);
  return new Response(null, { status, headers });
}

/**
 * Remix hides what a loader throws. A refusal of the backend is meant to be read: its sentence and
 * status go to the error page; everything else is logged and stays hidden.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (error instanceof ErpError) {
    const status = error.status >= 400 && error.status < 600 ? error.status : 400;
    const retry = retryOfRefused(status, context.visit, context.form);
    context.problem = { status, message: error.message, retry };
  } else if (!request.signal.aborted) console.error(error);
};
