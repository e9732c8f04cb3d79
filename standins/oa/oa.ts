import { z } from "zod";
import type { Service } from "../http/words";
import { nextOf, type World } from "../world/world";

const task = z.object({
  externalId: z.string().min(1).max(100),
  userMobile: z.string().max(30),
  title: z.string().min(1).max(300),
  url: z.string().max(500),
  state: z.string().max(30),
});

/** The office's task list: what somebody has to do, and that it is done. */
export const oa = (world: World): Service => ({
  name: "oa",
  login: { path: "/token", account: "appKey", secret: "appSecret" },
  token: { header: "authorization", before: "Bearer " },
  fault: (_status, message) => ({ message }),
  routes: [
    {
      method: "POST",
      path: /^\/tasks$/,
      run({ body }) {
        const said = task.parse(body);
        const known = world.tasks.find((t) => t.externalId === said.externalId);
        const id = known?.id ?? `OA${nextOf(world)}`;
        if (known) Object.assign(known, said);
        else world.tasks.push({ ...said, id });
        return { json: { id } };
      },
    },
  ],
  control: () => ({}),
  heard: () => ({ tasks: world.tasks }),
});
