import { documentNamed } from "#documents";
import { type DocumentType, noticeOf } from "#documents/kit";
import { Alert } from "~/ui/alert/alert";

/** What is said above every page of the documents of a menu group. */
export function Notice({ document }: { document: DocumentType }) {
  const menu =
    document.menu && "on" in document.menu ? documentNamed(document.menu.on).menu : document.menu;
  const says = menu && "group" in menu && noticeOf(menu.group);
  return says ? <Alert>{says}</Alert> : null;
}
