import { createContext } from "react";

/** Whether the mobile shell stands around the page: a camera is at hand. */
export const MobileContext = createContext(false);
