import { FIRST_DAY_STARTS } from '@strata/domain/calendar/business-day'
import { takeBetsInThread } from '../intake/thread.ts'
import { setDayStarts } from '../platform/business-day.ts'

/** Entry point of the intake thread. */
setDayStarts(FIRST_DAY_STARTS)
takeBetsInThread()
