import { Alert } from "~/ui/alert/alert";
import { operationsOf, type PageOf } from "./operations";

/** What is to be considered before something is done that can be done. */
export function Warned(props: PageOf) {
  const { warned } = props.detail.row;
  const said = new Map(Object.entries(warned ?? {}));
  return operationsOf(props)
    .filter((o) => !o.reason && said.has(o.name))
    .map((o) => (
      <Alert key={o.name} tone="warning" title={`${o.label}：`}>
        {String(said.get(o.name))}
      </Alert>
    ));
}
