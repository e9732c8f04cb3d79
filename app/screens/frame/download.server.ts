import { redirect } from "@remix-run/node";
import { ErpError, type Query } from "~/erp/client.server";
import { flash } from "~/session/cookies.server";
import type { Staff } from "~/session/staff.server";

const KEPT = ["Content-Type", "Content-Disposition", "Content-Length", "ETag"];

/** Streams a file of the backend through; its JSON error becomes an error page, never a file. */
export async function passFile(staff: Staff, path: string, query: Query): Promise<Response> {
  const file = await staff.erp.download(path, { query });
  const headers = new Headers();
  for (const name of KEPT) {
    const value = file.headers.get(name);
    if (value) headers.set(name, value);
  }
  return new Response(file.body, { headers });
}

/** A file for a link of a page: what the backend refuses is said on that page, `back`, all kept. */
export async function fileOrBack(back: string, file: () => Promise<Response>): Promise<Response> {
  try {
    return await file();
  } catch (error) {
    if (!(error instanceof ErpError)) throw error;
    return redirect(back, { headers: flash(new Headers(), { tone: "danger", text: error.message }) });
  }
}
