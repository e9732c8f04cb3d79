import type { Page } from "./page";

export const finance: Page[] = [];
