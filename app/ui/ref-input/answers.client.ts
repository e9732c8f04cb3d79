import type { Choice } from "./choice";

/** What was found for one text: its row with what lines learn of it, or why there is none. */
export interface Looked {
  row?: Choice & { known?: Record<string, string> };
  problem?: string;
}

/** Values of the form around a reference that its figures are asked for. */
const AROUND = ["warehouseId", "storeId", "currency"];

const SORRY = "查询失败，请检查网络后重试";

async function ask<T>(input: HTMLInputElement, params: URLSearchParams, signal?: AbortSignal): Promise<T> {
  const answer = await fetch(`/options/${input.dataset.ref}?${params}`, {
    headers: { Accept: "application/json" },
    signal,
  }).catch((error) => {
    if (error.name === "AbortError") throw error;
    return null;
  });
  const said = await answer?.json().catch(() => null);
  if (!answer?.ok) throw new Error(said?.message ?? SORRY);
  return said;
}

/** Rows that fit what is typed. @throws Error with a sentence */
export const fitting = (input: HTMLInputElement, keyword: string, signal: AbortSignal) =>
  ask<(Choice & { match?: string })[]>(
    input,
    new URLSearchParams({ keyword, ...(input.dataset.only && { only: input.dataset.only }) }),
    signal,
  );

/** What whole texts of inputs of one kind mean. @throws Error with a sentence */
export function lookUp(inputs: readonly HTMLInputElement[]): Promise<Looked[]> {
  const [first] = inputs;
  if (!first) return Promise.resolve([]);
  const params = new URLSearchParams(inputs.map((input) => ["text", input.value.trim()]));
  for (const name of AROUND) {
    const control = first.form?.elements.namedItem(name);
    if (control && "value" in control && control.value) params.set(name, String(control.value));
  }
  return ask<Looked[]>(first, params);
}
