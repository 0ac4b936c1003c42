/** In tests business days begin at 06:00, as long as nobody changes it. Threads and commands of a test set it themselves. */
import { FIRST_DAY_STARTS } from '@strata/domain/calendar/business-day'
import { setDayStarts } from '../../apps/server/src/platform/business-day.ts'
import { showDayStarts } from '../../apps/web/src/lib/day-starts.ts'

setDayStarts(FIRST_DAY_STARTS)
showDayStarts(null)
