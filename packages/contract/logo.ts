/** Where a merchant's logo is served without a session: by `?m=<code>`, else by the host. Free of zod. */
export const LOGO_PATH = '/logo'

/** `mark` changes with the picture, so that a copy in a browser's cache is never an old one. */
export const logoAddress = (code: string, mark: string): string => `${LOGO_PATH}?m=${code}&v=${mark}`
