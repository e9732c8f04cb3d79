import type { Query } from "~/erp/client.server";
import type { Desk } from "~/session/desk.server";

const KEPT = ["Content-Type", "Content-Disposition", "Content-Length", "ETag"];

/** Streams a file of the backend through; its JSON error becomes an error page, never a file. */
export async function passFile(desk: Desk, path: string, query: Query): Promise<Response> {
  const file = await desk.erp.download(path, { query });
  const headers = new Headers();
  for (const name of KEPT) {
    const value = file.headers.get(name);
    if (value) headers.set(name, value);
  }
  return new Response(file.body, { headers });
}
