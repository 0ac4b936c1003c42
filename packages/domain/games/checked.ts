/** The result of checking outside input: the checked value, or a reason from a closed union. Never an exception. */
export type Checked<T, R extends string> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: R }

export const accept = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })
export const refuse = <R extends string>(refusal: R): { readonly ok: false; readonly refusal: R } => ({
  ok: false,
  refusal,
})
