import type { DocumentType } from "#documents/kit";
import { viewCheck } from "./documents/view-check";
import type { FileOwners, OwnerCheck } from "./files/owners";
import type { Histories } from "./logs/oper-log";
import { noticeFileOwner } from "./notices/files";
import { manages } from "./notices/visible";
import { flowFileOwner } from "./workflow/attachments";

/** Who may see what belongs to a record, by its kind: its files and its history. */
export function accessOf(documents: readonly DocumentType[]): {
  fileOwners: FileOwners;
  histories: Histories;
} {
  const views = documents.map((d) => [d.name, viewCheck(d)] as const);
  const owners = views.map(([name, mayView]): [string, OwnerCheck] => [
    name,
    async (sql, caller, { bizId }) => (bizId ? mayView(sql, caller, bizId) : false),
  ]);
  return {
    fileOwners: new Map([
      ...owners,
      ["notification", noticeFileOwner],
      ["act_instance", flowFileOwner],
    ]),
    histories: new Map([...views, ["notification", manages]]),
  };
}
