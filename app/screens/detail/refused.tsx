import { Alert } from "~/ui";
import { operationsOf, type PageOf } from "./operations";

/** Why editing was refused, and what is possible instead. */
export function Refused(props: PageOf) {
  const { document, detail } = props;
  if (!detail.refused) return null;
  const ways = operationsOf(props).filter((o) => !o.reason && document.actions?.[o.name]?.amends);
  return (
    <Alert tone="warning">
      {detail.refused}。{ways.length > 0 && "现在可以："}
      {ways.map((way, i) => (
        <span key={way.name}>
          {i > 0 && "、"}
          <a href={way.href}>{way.label}</a>
        </span>
      ))}
    </Alert>
  );
}
