import { useSession } from '../api/session.ts'
import { useSystemDark } from '../ui/theme/theme-store.ts'

/** Whether pages are dark now: the user's choice, or else the system's. */
export const useDark = (): boolean => {
  const choice = useSession((session) => session.theme)
  const systemDark = useSystemDark()
  return choice === 'dark' || (choice === 'system' && systemDark)
}
