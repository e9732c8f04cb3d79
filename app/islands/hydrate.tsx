import { createElement } from "react";
import { hydrateRoot } from "react-dom/client";
import { islands } from "./registry";

/** Hydrates one server-rendered island; it ends with the event `gone`, when its page is shown no more. A chunk that fails to load leaves the server's HTML as it is. */
export async function hydrate(host: HTMLElement): Promise<void> {
  const load = islands[host.dataset.island ?? ""];
  if (!load) return;
  const { default: Component } = await load();
  const root = hydrateRoot(host, createElement(Component, JSON.parse(host.dataset.props ?? "{}")), {
    identifierPrefix: host.dataset.id,
  });
  host.addEventListener("gone", () => root.unmount(), { once: true });
}
