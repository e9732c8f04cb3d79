import { closestOf } from "../dom.client";
import { reached, say } from "../page/page.client";

const CLOSED = ".menu a[id]";

let coming: Promise<DocumentFragment> | undefined;

/**
 * The branches with their entries, which the page came without (app/screens/shell/menu-html.server.ts).
 * @throws TypeError without a network; the next call asks again
 */
function fetchBranches(doc: Document): Promise<DocumentFragment> {
  const fetched = async () => {
    const link = doc.querySelector<HTMLAnchorElement>(CLOSED);
    const host = doc.createElement("template");
    if (link) host.innerHTML = await (await fetch(link.href.replace(/[^/]*$/, ""))).text();
    return host.content;
  };
  coming ??= fetched();
  coming.catch(() => {
    coming = undefined;
  });
  return coming;
}

/** Every closed branch gets its entries. Nothing is put in place while a hand may be pressing it. */
export async function fillBranches(doc: Document): Promise<void> {
  const whole = await fetchBranches(doc);
  for (const link of doc.querySelectorAll(CLOSED)) {
    const branch = whole.getElementById(link.id);
    if (branch) link.replaceWith(branch);
  }
}

/** Opens a closed branch, which becomes one that opens and closes here; the server does it where that fails. */
async function open(link: HTMLAnchorElement): Promise<void> {
  const doc = link.ownerDocument;
  await fillBranches(doc).catch(() => {});
  const summary = doc.getElementById(link.id)?.querySelector("summary");
  if (summary) {
    summary.focus();
    // It is kept as open like any other (menu.client.ts).
    summary.click();
  } else if (await reached()) location.assign(link.href);
  // What is shown is of more use than the browser's page about a lost network.
  else say("网络已断开，菜单没有展开，请恢复网络后重试");
}

/** Closed branches open here. @returns fetches the entries of them all, for a hand that is on its way to one */
export function enhanceBranches(doc: Document): () => void {
  doc.addEventListener("click", (event) => {
    const link = closestOf<HTMLAnchorElement>(event, CLOSED);
    const odd = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!link || odd) return;
    event.preventDefault();
    void open(link);
  });
  // The press asks again.
  return () => void fetchBranches(doc).catch(() => {});
}
