import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToStaticMarkup } from "react-dom/server";
import { ErpError } from "~/erp/client.server";
import { pageBody } from "~/screens/shell/body.server";
import { withParts } from "~/screens/shell/cached.server";
import { carrySheets } from "~/screens/shell/first-sheet.server";
import { type Frame, FrameContext } from "~/screens/shell/frame";
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
    styles,
  );
  if (frame.shell || WANTS_SCRIPT.test(html)) {
    const script = `<script type="module" src="${remix.manifest.entry.module}"></script>`;
    html = html.replace("</head>", () => `${script}</head>`);
  }
  const [from, to] = [html.indexOf("<body>") + 6, html.lastIndexOf("</body>")];
  const head = html.slice(0, from);
  const page = withParts(html.slice(from, to), frame.parts);
  const asked = request.headers.has(PART) && !frame.native ? frame.shell : null;
  const { css, pieces } = asked
    ? { css: [], pieces: linkedIn(frame, partsOfPage(asked, frame.title, page, rareSheets(head))) }
    : wholePage(frame, head, page, html.slice(to));
  const { pathname } = new URL(request.url);
  const runsScript = /\bjs=1\b/.test(request.headers.get("Cookie") ?? "");
  setPageHeaders(headers, {
    inlineCss: [...css, frame.themeCss],
    stylesheet: css.length ? null : styles,
    frames: pathname.startsWith("/myiframe/") ? context.console.config.iframeHosts : [],
    // Sheets to print stand outside the shell and its script.
    unguarded: !frame.shell || (!runsScript && !context.secure),
  });
  headers.append("Vary", PART);
  if (asked) headers.set(PART, frame.build);
  context.bytes = pageBody(request, headers, pieces, css.length > 0);
  return new Response(null, { status, headers });
}

/** Links to the sheets of a page that not every page has. */
const rareSheets = (head: string): string[] =>
  (head.match(/<link rel="stylesheet"[^>]*>/g) ?? []).filter((link) => !link.includes(styles));

/** What is shown in the shell of a phone keeps its links there. */
const linkedIn = ({ mobile }: Frame, pieces: (string | Buffer)[]) => (mobile ? piecesBelow(pieces) : pieces);

/** A page with what surrounds it, and the style that a first one carries. */
function wholePage(frame: Frame, head: string, page: (string | Buffer)[], tail: string) {
  const content = linkedIn(frame, frame.shell ? inShell(frame.shell, page) : page);
  const pieces = [`<!DOCTYPE html>${head}`, ...content, tail];
  return frame.first ? carrySheets(pieces) : { css: [], pieces };
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
