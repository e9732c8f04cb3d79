import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireDesk } from "~/session/desk.server";

const KEPT = [
  "Content-Type",
  "Content-Disposition",
  "Content-Length",
  "Content-Security-Policy",
  "ETag",
  "Cache-Control",
];

/** A stored file, streamed through from the backend with this person's token. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const range = request.headers.get("Range") ?? undefined;
  const file = await requireDesk(context).erp.download(`/download/${params["*"] ?? ""}`, { range });
  const headers = new Headers({ "X-Content-Type-Options": "nosniff" });
  for (const name of KEPT) {
    const value = file.headers.get(name);
    if (value) headers.set(name, value);
  }
  if (headers.get("ETag") && request.headers.get("If-None-Match") === headers.get("ETag")) {
    await file.body?.cancel();
    return new Response(null, { status: 304, headers });
  }
  return new Response(file.body, { status: file.status, headers });
}
