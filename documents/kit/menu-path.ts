/** An address of this site: one slash, no other host, nothing that browsers drop or turn around. */
export const SITE_PATH = /^\/(?!\/)[^\s\\\p{Cc}]*$/u;
/** An address elsewhere, which opens in the frame page. */
export const WEB_ADDRESS = /^https?:\/\/[^\s\\\p{Cc}]+$/iu;
