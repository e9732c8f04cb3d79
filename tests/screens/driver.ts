import type { Driver } from "../product/driver";
import type { Download, Page } from "./browser/page";
import { attach, choose, expect, follow, rowWith, submit } from "./support";

const bytesOf = (file: Download) => file.bytes();

/** This browser in place of Playwright's, whose words it speaks. */
export const driverOf = (browserOf: (person: string) => Promise<Page>) =>
  ({ attach, choose, expect, follow, rowWith, submit, bytesOf, browserOf }) as unknown as Driver;
