/** The page after the sign-in: only a path of this site, never an address of another host. */
export const safeRedirect = (wanted: string | null): string => {
  if (wanted === null || !/^\/(?![/\\])/.test(wanted)) return '/'
  return wanted === '/login' || wanted.startsWith('/login?') ? '/' : wanted
}
