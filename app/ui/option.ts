/** One choice of a dictionary. `children` make a tree. */
export interface UiOption {
  id?: string;
  value: string;
  label: string;
  disabled?: boolean;
  children?: readonly UiOption[];
}

/** A choice with its depth in the tree. */
export interface FlatOption extends UiOption {
  depth: number;
}

/** Every node of a tree in reading order. */
export function flatten(options: readonly UiOption[], depth = 0): FlatOption[] {
  return options.flatMap((o) => [{ ...o, depth }, ...flatten(o.children ?? [], depth + 1)]);
}

/** The labels of the chosen values in the order of the options. */
export const labelsOf = (options: readonly UiOption[], values: readonly string[]) =>
  flatten(options)
    .filter((o) => values.includes(o.value))
    .map((o) => o.label);
