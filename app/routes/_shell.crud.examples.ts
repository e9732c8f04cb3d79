import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { exampleDictionary } from "~/features/examples/gallery";
import { requireStaff } from "~/session/staff.server";

/** The dictionary of the gallery's tree input. */
export const loader = ({ context }: LoaderFunctionArgs) => {
  requireStaff(context);
  return json({ code: 0, msg: null, data: exampleDictionary });
};

/** Takes a file of the gallery's upload and keeps nothing of it. */
export async function action({ context }: ActionFunctionArgs) {
  requireStaff(context);
  const file = context.form.get("file");
  if (typeof file === "string" || !file) return json({ code: 1, msg: "请选择文件", data: null }, { status: 400 });
  return json({ code: 0, msg: null, data: { name: file.name, url: "/favicon.svg" } });
}
