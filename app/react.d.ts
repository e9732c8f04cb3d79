import "react";

declare module "react" {
  // Attributes of the platform that this release of React writes as they stand, and has no types for.
  interface HTMLAttributes<T> {
    popover?: string;
  }
  interface ButtonHTMLAttributes<T> {
    popovertarget?: string;
  }
}
