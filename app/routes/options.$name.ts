import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { documents } from "#documents";
import { AROUND, type Around } from "#documents/kit";
import { ErpError } from "~/erp/client.server";
import { meantBy, notMeant, offered } from "~/screens/form/offered.server";
import { requireStaff } from "~/session/staff.server";

const LONGEST = 100;

const query = z.object({
  keyword: z.string().default(""),
  only: z.string().optional(),
  text: z.array(z.string().max(LONGEST)).max(100),
});

const aroundIn = (params: URLSearchParams): Around =>
  Object.fromEntries(AROUND.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])));

/**
 * Rows that fit what is typed into a reference (`keyword`), or what whole texts mean (`text`, each with
 * its row or with why it has none, and what a line learns of it).
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const document = documents.find((d) => d.name === params.name);
  if (!document) throw json({ message: "资源不存在" }, { status: 404 });
  const { searchParams } = new URL(request.url);
  const asked = query.safeParse({
    keyword: searchParams.get("keyword")?.slice(0, LONGEST) ?? undefined,
    only: searchParams.get("only") ?? undefined,
    text: searchParams.getAll("text"),
  });
  if (!asked.success) throw json({ message: "查询条件不正确" }, { status: 400 });
  const { erp } = requireStaff(context);
  const { keyword, only, text } = asked.data;
  try {
    if (!text.length) {
      const found = await offered(erp, document, { keyword, only });
      return json(found.map(({ id, facts, known, ...shown }) => shown));
    }
    const meant = await meantBy(erp, document.name, text, aroundIn(searchParams));
    return json(
      text.map((typed) => {
        const { hit, several = [] } = meant.get(typed.trim().toLowerCase()) ?? {};
        if (!hit) return { problem: notMeant(document.name, typed.trim(), several) };
        const { id, facts, ...row } = hit;
        return { row };
      }),
    );
  } catch (error) {
    if (!(error instanceof ErpError)) throw error;
    return json({ message: error.message }, { status: error.status });
  }
}
