/** Address of a stored file in the console: the backend's own (`/api/download/…`) asks for a token. */
export const fileHref = (url: string): string => url.replace(/^\/api\/download\//, "/download/");
