import type { TableFeatures } from "@tanstack/react-table";

type Bindings = NonNullable<TableFeatures["coreReactivityFeature"]>;
const subscribe = () => ({ unsubscribe() {} });

/** TanStack's atoms without subscriptions: a column model on the server never changes. */
export const staticReactivity: Bindings = {
  createOptionsStore: false,
  wrapExternalAtoms: false,
  addSubscription() {},
  batch: (fn) => fn(),
  schedule: (fn) => fn(),
  untrack: (fn) => fn(),
  createReadonlyAtom: (fn) => ({ get: fn, subscribe }) as never,
  createWritableAtom(initial) {
    let value = initial;
    const set = (next: unknown) => {
      value = typeof next === "function" ? next(value) : next;
    };
    return { get: () => value, set, subscribe } as never;
  },
};
