import { z } from "zod";
import { maybeTexts, texts } from "../kit";

/** Who may see what: every user with the roles that they have, and how far each of these reaches. */
const matrixUser = z.object({
  ...texts("id", "username", "displayname"),
  ...maybeTexts("dept", "groups", "warehouses"),
  locked: z.boolean(),
  roles: z.array(z.object({ ...texts("name", "dsType"), depts: z.string().nullable() })),
});
export type MatrixUser = z.output<typeof matrixUser>;

export const roleMatrix = z.object({
  users: z.array(matrixUser),
  /** Who has looked through it, and whether it is as it was then. */
  confirmed: z.object({ ...texts("by", "time"), stands: z.boolean() }).nullable(),
});
export type RoleMatrix = z.output<typeof roleMatrix>;
