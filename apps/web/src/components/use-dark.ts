import { useSession } from '../api/session.ts'
import { DARK, useMedia } from '../ui/hooks/use-media.ts'

/** Whether pages are dark now: the user's choice, or else the system's. */
export const useDark = (): boolean => {
  const choice = useSession((session) => session.theme)
  const systemDark = useMedia(DARK)
  return choice === 'dark' || (choice === 'system' && systemDark)
}
