import { formatInstant } from '../lib/instant.ts'
import { maintenanceText as words } from '../text/zh-CN/entry/maintenance.ts'

type State = { readonly maintenanceState: number; readonly message: string; readonly until: number | null }

/** What the sign-in page says of a maintenance. A chunk of its own: most days there is none. */
export const maintenanceLine = ({ maintenanceState, message, until }: State): string =>
  [maintenanceState === 2 ? words.now : words.coming, message, until === null ? '' : words.until(formatInstant(until))]
    .filter((part) => part !== '')
    .join(' · ')
