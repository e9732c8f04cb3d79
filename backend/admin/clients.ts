import { client } from "#documents/admin/client";
import { querySchema } from "#documents/kit";
import { orderOf } from "../db/page";
import { rowSchema } from "../documents/reading/answer";
import { pageOf } from "../http/answer";
import { endpoint } from "../http/endpoint";

/** Programs that may ask for tokens, as the setting CLIENTS names them; their secrets stay here. */
export const clientPage = endpoint({
  tag: client.label,
  method: "get",
  path: "/admin/client/page",
  title: "客户端列表",
  permission: "sys_client_view",
  query: querySchema(client),
  response: pageOf(rowSchema(client)),
  handle({ config, query }) {
    const { current, size } = query;
    orderOf({ sortable: {}, order: "" }, query);
    const rows = config.clients.map((pair, i) => ({
      id: String(i + 1),
      version: 0,
      clientId: pair.slice(0, pair.indexOf(":")),
      clientSecret: "******",
      scope: "server",
      authorizedGrantTypes: "password,refresh_token,mobile",
      accessTokenValidity: config.accessTokenSeconds,
      refreshTokenValidity: config.refreshTokenSeconds,
      autoapprove: "true",
    }));
    const records = rows.slice((current - 1) * size, current * size);
    const pages = Math.ceil(rows.length / size);
    return { records, total: rows.length, size, current, pages, summary: {} };
  },
});
