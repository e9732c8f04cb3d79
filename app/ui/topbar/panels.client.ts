import { closestOf } from "../dom.client";
import { reached, say } from "../page/page.client";

const OPENER = "button[form=panels]";

/** The panels come into the shell, and the browser opens them itself from then on. @throws TypeError without a network */
async function put(doc: Document): Promise<void> {
  const back = encodeURIComponent(location.pathname + location.search);
  const answer = await fetch(`/preferences?back=${back}`);
  const host = doc.createElement("template");
  host.innerHTML = await answer.text();
  if (!host.content.getElementById("me")) throw new TypeError("these are no panels");
  doc.querySelector(".shell")?.append(host.content);
  for (const button of doc.querySelectorAll<HTMLButtonElement>(OPENER)) {
    button.type = "button";
    button.removeAttribute("form");
    button.setAttribute("popovertarget", button.value);
  }
}

/** The bar's buttons open their panels (panels.tsx). @returns fetches these, for a hand that is on its way to one */
export function enhancePanels(doc: Document): () => void {
  // Their page has them already.
  const isThere = () => !!doc.querySelector(".bar-panels");
  let coming: Promise<void> | undefined;
  const come = async () => {
    coming ??= put(doc);
    await coming.catch(() => {
      coming = undefined;
    });
  };
  doc.addEventListener("click", async (event) => {
    const button = closestOf<HTMLButtonElement>(event, OPENER);
    if (!button || isThere()) return;
    event.preventDefault();
    await come();
    if (!button.form) button.click();
    else if (await reached()) button.form.submit();
    else say("网络已断开，请恢复网络后重试");
  });
  return () => {
    if (!isThere()) void come();
  };
}
