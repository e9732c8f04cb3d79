import { ErpError } from "~/erp/client.server";

/** One part of a page: its data, or the sentence that tells why there is none. */
export type CockpitPart<T> = { data: T; problem?: undefined } | { data?: undefined; problem: string };

/** Lets a page stand although one of its calls failed. A redirect (signed out) goes through. */
export const part = <T>(call: Promise<T>): Promise<CockpitPart<T>> =>
  call.then(
    (data) => ({ data }),
    (error: unknown) => {
      if (error instanceof ErpError) return { problem: error.message };
      throw error;
    },
  );

/** The sentences of what failed, each once. */
export const problemsOf = (parts: readonly (CockpitPart<unknown> | null)[]): string[] => [
  ...new Set(parts.flatMap((p) => p?.problem ?? [])),
];
