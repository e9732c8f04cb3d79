/** Marks the group of entries that is in view, while the page is scrolled. */
export function wakeGroups(doc: Document): void {
  const tabs = doc.querySelector<HTMLElement>("[data-groups]:not(.awake)");
  if (!tabs) return;
  tabs.classList.add("awake");
  const links = [...tabs.querySelectorAll<HTMLAnchorElement>("a")];
  const groups = links.map((link) => document.getElementById(link.hash.slice(1)));
  const seen = new Set<Element>();
  const mark = () => {
    const at = groups.findIndex((group) => group && seen.has(group));
    for (const [i, link] of links.entries()) link.ariaCurrent = i === at ? "true" : null;
    const on = links[at];
    if (on) tabs.scrollTo({ left: on.offsetLeft - (tabs.clientWidth - on.offsetWidth) / 2 });
  };
  // What lies below the tabs, in the upper half of the screen, is what is read.
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) seen[isIntersecting ? "add" : "delete"](target);
      mark();
    },
    { rootMargin: "-110px 0px -50% 0px" },
  );
  for (const group of groups) if (group) watch.observe(group);
}
