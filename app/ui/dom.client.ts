export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
export type Listed = Control | HTMLButtonElement | HTMLFieldSetElement | HTMLObjectElement | HTMLOutputElement;

/** What the standards say of the browser and its types do not. */
declare global {
  /** These two events are of forms, and of nothing else. */
  interface SubmitEvent {
    readonly target: HTMLFormElement;
  }
  interface FormDataEvent {
    readonly target: HTMLFormElement;
  }
  interface HTMLFormControlsCollection {
    [Symbol.iterator](): ArrayIterator<Listed>;
  }
  interface Performance {
    getEntriesByType(type: "navigation"): PerformanceNavigationTiming[];
  }
}

/** The nearest element of this kind that something happened in; without a selector, the very element. */
export const closestOf = <T extends Element = HTMLElement>({ target }: Pick<Event, "target">, selector = "*") =>
  target instanceof Element ? target.closest<T>(selector) : null;
