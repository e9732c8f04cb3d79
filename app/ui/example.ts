import type { ReactNode } from "react";

/** One way to use a component: shown in the gallery, rendered by its tests. */
export interface Example {
  title: string;
  node: ReactNode;
}
