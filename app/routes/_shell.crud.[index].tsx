import { useActionData, useLoaderData } from "@remix-run/react";
import { type ActRefused, actOnExamples } from "~/features/examples/act.server";
import { CrudPage } from "~/features/examples/crud-page";
import { Gallery, WidgetLinks } from "~/features/examples/gallery";
import { type ExamplesData, loadExamples } from "~/features/examples/store.server";
import { pageTitle } from "~/text";

export const meta = () => [{ title: pageTitle("通用组件") }];
export const loader = loadExamples;
export const action = actOnExamples;

/** The generic list and the gallery of components, on example rows. */
export default function Crud() {
  const data = useLoaderData<ExamplesData>();
  const refused = useActionData<ActRefused>();
  return (
    <div className="list">
      <WidgetLinks current={data.widget} />
      {data.widget ? (
        <Gallery widget={data.widget} url={data.url} open={data.open} />
      ) : (
        <CrudPage data={data} refused={refused} />
      )}
    </div>
  );
}
