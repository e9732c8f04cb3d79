import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { coverage, dataCell, dataKinds, dataStatus, dataWaiting } from "#documents/base/data-status";
import { ErpError, nothing } from "~/erp/client.server";
import { DATA_STATUS, DataStatusPage, hasFault, PER_PAGE } from "~/features/base/data-status";
import { flash } from "~/session/cookies.server";
import { requirePermission } from "~/session/staff.server";
import { pageTitle } from "~/text";

export const meta: MetaFunction = () => [{ title: pageTitle("数据完整性") }];

const TABS = ["matrix", "coverage", "waiting"] as const;
const paging = z.object({
  current: z.coerce.number().int().min(1).max(10_000).catch(1),
  size: z.coerce.number().int().min(1).max(100).catch(PER_PAGE),
});
const CELL = new RegExp(`^(\\d{1,18})\\.(${Object.keys(dataKinds).join("|")})\\.(\\d{4}-\\d\\d-\\d\\d)$`);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requirePermission(context, "base_data_view");
  const { searchParams, pathname, search } = new URL(request.url);
  const tab = TABS.find((one) => one === searchParams.get("tab")) ?? "matrix";
  const storeId = /^\d{1,18}$/.exec(searchParams.get("storeId") ?? "")?.[0] ?? "";
  const [, store, kind, day] = CELL.exec(searchParams.get("cell") ?? "") ?? [];
  const query = storeId ? { storeId } : {};
  const [whole, waiting, covered, cell, mayFetch, mayExport] = await Promise.all([
    staff.erp.get("/base/datastatus", { schema: dataStatus }),
    staff.erp.get("/base/datastatus/waiting", { schema: dataWaiting }),
    tab === "coverage" ? staff.erp.get("/base/datastatus/coverage", { query, schema: coverage }) : null,
    store ? staff.erp.get("/base/datastatus/cell", { query: { storeId: store, kind, day }, schema: dataCell }) : null,
    staff.can("base_data_fetch"),
    staff.can("base_data_export"),
  ]);
  const only = searchParams.get("only") === "bad";
  const asked = whole.stores.filter(({ id }) => !storeId || id === storeId);
  const faults = asked.filter(hasFault);
  const stores = only ? faults : asked;
  const { size, ...wanted } = paging.parse(Object.fromEntries(searchParams));
  const current = Math.min(wanted.current, Math.max(1, Math.ceil(stores.length / size)));
  return json({
    url: pathname + search,
    tab,
    status: { ...whole, stores: stores.slice((current - 1) * size, current * size) },
    page: { current, size, total: stores.length },
    faults: faults.length,
    waiting,
    coverage: covered,
    cell,
    stores: whole.stores.map(({ id, name }) => ({ value: id, label: name })),
    storeId,
    only,
    mayFetch,
    mayExport,
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requirePermission(context, "base_data_fetch");
  const { form } = context;
  const body = Object.fromEntries(["storeId", "kind", "day"].map((name) => [name, String(form.get(name) ?? "")]));
  try {
    await staff.erp.post("/base/datastatus/fetch", { body, schema: nothing });
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    return json({ refused: error.message }, { status: 422 });
  }
  const { searchParams } = new URL(request.url);
  searchParams.delete("cell");
  const back = searchParams.size ? `${DATA_STATUS}?${searchParams}` : DATA_STATUS;
  const headers = flash(new Headers(), { tone: "success", text: "已开始取数，几分钟后刷新" });
  return redirect(back, { status: 303, headers });
}

export default function DataStatusRoute() {
  const sent = useActionData<typeof action>();
  return <DataStatusPage {...useLoaderData<typeof loader>()} refused={sent?.refused ?? null} />;
}
