import { documentNamed } from "#documents";
import { Card } from "~/ui/card/card";
import { Tag } from "~/ui/tag/tag";
import { rowHref } from "../href";
import type { Linked } from "./load.server";

const ways = { from: "来源", to: "下游", beside: "同源" } as const;

/** Where a document came from and what it led to. */
export function Chain({ links }: { links: Linked[] }) {
  if (!links.length) return null;
  return (
    <Card title="关联单据">
      <ul className="chain">
        {links.map((l) => {
          const document = documentNamed(l.type);
          const state = document.status?.values[l.status];
          return (
            <li key={l.type + l.id}>
              <span className="hint">{ways[l.way]}</span> {l.label}{" "}
              <a href={rowHref(document, "detail", l.id, document.screens.list)}>{l.name}</a>{" "}
              {state && <Tag tone={state.tone}>{state.label}</Tag>}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
