import type { MetaFunction } from "@remix-run/node";

/** An empty page: what Remix and the gate cost alone. Exists only for `npm run bench`. */
export function loader() {
  if (process.env.BENCH !== "on") throw new Response(null, { status: 404 });
  return null;
}

export const meta: MetaFunction = () => [{ title: "空页" }];

export default function Empty() {
  return <p>空页</p>;
}
