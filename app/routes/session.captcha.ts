import type { LoaderFunctionArgs } from "@remix-run/node";
import { createErp, ErpError } from "~/erp/client.server";
import { visitorOf } from "~/session/sign-in.server";

/** The captcha picture of a log-in form, from the backend (GET /code). */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const randomStr = new URL(request.url).searchParams.get("randomStr") ?? "";
  if (!/^[\w-]{1,64}$/.test(randomStr)) throw new Response(null, { status: 404 });
  try {
    const image = await createErp(visitorOf(context)).download("/code", { query: { randomStr } });
    const type = image.headers.get("Content-Type") ?? "";
    if (!type.startsWith("image/")) throw new Response(null, { status: 502 });
    return new Response(image.body, { headers: { "Content-Type": type, "Cache-Control": "no-store" } });
  } catch (error) {
    if (error instanceof ErpError) throw new Response(error.message, { status: error.status });
    throw error;
  }
}
