import { workerScript } from "~/features/terminal/script.server";

/** The worker of the terminal: it keeps the page that opens without network. */
export function loader() {
  const script = workerScript();
  if (!script) throw new Response(null, { status: 404 });
  return new Response(script, {
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "no-cache",
      "Service-Worker-Allowed": "/terminal",
    },
  });
}
