import { z } from "zod";
import { someOf } from "#documents/kit";

const flow = z.object({ status: z.string(), currentNode: z.string().nullish(), people: z.array(z.string()).catch([]) });

/** More names than this are not read. */
const NAMED = 3;

/**
 * "待 陆云舟 审批（部门负责人）": whom a document in approval waits for, else the role whose turn it is;
 * nothing when it waits for nobody.
 */
export function waitsFor(row: Record<string, unknown>): string | null {
  const { data } = flow.safeParse(row.flow);
  if (data?.status !== "running" || !data.people.length) return typeof row.$turn === "string" ? row.$turn : null;
  const { people, currentNode } = data;
  const node = currentNode?.replace(/审批$/, "");
  return `待 ${someOf(people, NAMED, "人")} 审批${node ? `（${node}）` : ""}`;
}
