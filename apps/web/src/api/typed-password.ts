/** The login password of the sign-in in this page, while a first password is still to be set; memory only. */
let typed: string | null = null

export const noteTypedPassword = (password: string | null): void => {
  typed = password
}
export const typedPassword = (): string | null => typed
