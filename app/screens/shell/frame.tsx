import type { AppLoadContext } from "@remix-run/node";
import { createContext, useContext } from "react";
import type { Flash } from "~/ui";
import type { ShellData } from "~/ui/page/shell-data";
import type { Theme } from "~/ui/theme/theme";

/** What surrounds the page of one answer; made by frame.server.ts before rendering. */
export interface Frame {
  /** Whole document title. */
  title: string;
  theme: Theme;
  /** The browser has no style sheet yet: the page carries what it needs of them. */
  first: boolean;
  /** Text of the inline style, empty for the default colour. */
  themeCss: string;
  /** The page answers a form: what the fields hold is newer than any draft. */
  posted: boolean;
  status: number;
  /** What the gate or the backend refused, in Chinese. */
  problem: AppLoadContext["problem"];
  /** What the log calls this request. */
  requestId?: string;
  /** What script and style of this build are called: pages of another one are loaded whole. */
  build: string;
  /** Links of this page are left to the browser. */
  native: boolean;
  /** The shell is that of a phone, and every link stays below `/mobile`. */
  mobile: boolean;
  /** Null on pages outside the shell. */
  shell: ShellData | null;
  /** What the last action left to be said. */
  flash: Flash | null;
  /** Parts of the page that `Cached` took as they were drawn before: the answer has them in its places. */
  parts: Buffer[];
  /** What the page's loader handed over (`context.screen`). */
  screen: unknown;
}

export const FrameContext = createContext<Frame | null>(null);

/** The frame of this answer. @throws Error outside of entry.server */
export function useFrame(): Frame {
  const frame = useContext(FrameContext);
  if (!frame) throw new Error("a page is rendered without its frame");
  return frame;
}

/** What one route's loader hands to its own page: one type for both ends. */
export function handOver<T>() {
  // What came over this way was given below: a frame is made from the context of its own request.
  const given = (screen: unknown) => screen as T | undefined;
  return {
    give(context: AppLoadContext, screen: T): null {
      context.screen = screen;
      return null;
    },
    /** What was given in this request already. */
    givenTo: (context: AppLoadContext) => given(context.screen),
    /** @throws Error where the loader gave nothing */
    useGiven(): T {
      const screen = given(useFrame().screen);
      if (screen === undefined) throw new Error("a page is rendered without what its loader gives");
      return screen;
    },
  };
}
