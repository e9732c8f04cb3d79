import { z } from "zod";

const confirmation = z.object({ confirmed: z.union([z.literal(true), z.string().max(500)]) });

/** What the caller answers to the question of a refusal, beside the values of the body. */
export const confirmedIn = (body: unknown): { confirmed?: string | true } =>
  confirmation.safeParse(body).data ?? {};
