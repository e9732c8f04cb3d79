/** An empty action: what Remix and the gate cost alone for a form. Exists only for `npm run bench`. */
export function action() {
  if (process.env.BENCH !== "on") throw new Response(null, { status: 404 });
  return Response.json(null);
}
