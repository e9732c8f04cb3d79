/** What is wrong with a mobile number (specification 5), or null. */
export function mobileProblem(mobile: string): string | null {
  if (!mobile) return "手机号码不能为空";
  if (mobile.length !== 11) return "手机号码长度不为11位";
  // An area code in front: a landline.
  if (!/^[1-9]\d{10}$/.test(mobile)) return "手机号码格式不正确";
  return null;
}

/** 138****0000 */
export const maskMobile = (mobile: string | null): string | null =>
  mobile && `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;
