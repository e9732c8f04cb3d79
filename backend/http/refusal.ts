/** The one error class of the backend: an HTTP status and the Chinese sentence that the user reads. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Field path → sentence, when the refusal is about input. */
    readonly fields?: Record<string, string>,
  ) {
    super(message);
  }
}

export const invalid = (message: string, fields?: Record<string, string>) =>
  new Refusal(400, message, fields);
export const forbidden = (message = "当前操作没有权限") => new Refusal(403, message);
export const missing = (message = "单据不存在") => new Refusal(404, message);
export const conflict = (message: string) => new Refusal(409, message);
