import type { AppLoadContext } from "@remix-run/node";
import type { z } from "zod";
import { terminalLook, terminalStock } from "#documents/wms/terminal/words";
import { ErpError } from "~/erp/client.server";
import { requirePermission } from "~/session/staff.server";
import { ownerOf, page } from "./document.server";
import { Head, Said } from "./parts";
import { placesOf, requirePlace } from "./place.server";

type StockFound = z.output<typeof terminalStock>;

const Rows = ({ code, name, rows }: StockFound) => (
  <table>
    <caption>
      {code} {name}
    </caption>
    <thead>
      <tr>
        <th>仓库</th>
        <th className="n">良品</th>
        <th className="n">锁定</th>
        <th className="n">待检</th>
        <th className="n">次品</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((r) => (
        <tr key={r.place} className={r.here ? "full" : ""}>
          <td>
            {r.place}
            {r.transit > 0 && <small>（在途 {r.transit}）</small>}
          </td>
          {[r.good, r.reserved, r.qc, r.bad].map((n, i) => (
            <td key={i} className="n">
              {n}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

/** `/terminal/stock`: what lies where, asked by a scan. */
export async function loadStock(request: Request, context: AppLoadContext): Promise<Response> {
  const staff = await requirePermission(context, terminalLook.permission);
  const warehouseId = requirePlace(request);
  const code = new URL(request.url).searchParams.get("code")?.trim().slice(0, 60) ?? "";
  const places = await placesOf(staff);
  const found = code
    ? await staff.erp
        .get("/wms/terminal/stock", { query: { warehouseId, code }, schema: terminalStock })
        .catch((error: unknown) => {
          if (!(error instanceof ErpError) || error.outage) throw error;
          return error.message;
        })
    : null;
  const none = found !== null && typeof found !== "string" && !found.rows.length;
  return page(request, {
    title: "查库存",
    data: { owner: ownerOf(staff) },
    demo: staff.demo,
    body: (
      <>
        <Head title="查库存" place={places.find((p) => p.id === warehouseId)?.name} back="/terminal" />
        <main>
          <Said
            band={
              typeof found === "string"
                ? { tone: "bad", said: found }
                : none
                  ? { tone: "warn", said: `${found.code} 没有库存` }
                  : null
            }
          />
          <form>
            <label>
              扫SKU、条码或FNSKU
              <input
                name="code"
                required
                maxLength={60}
                // biome-ignore lint/a11y/noAutofocus: a scanner types into what has the focus
                autoFocus
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                enterKeyHint="search"
              />
            </label>
            <button type="submit" className="go">
              查询
            </button>
          </form>
          {found !== null && typeof found !== "string" && !none && <Rows {...found} />}
        </main>
      </>
    ),
  });
}
