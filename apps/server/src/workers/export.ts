import { FIRST_DAY_STARTS } from '@strata/domain/calendar/business-day'
import { serveInThread } from '../exports/thread.ts'
import { setDayStarts } from '../platform/business-day.ts'
import { EXPORT_SOURCES } from './export-sources.ts'

/** Entry point of the thread that writes files. */
setDayStarts(FIRST_DAY_STARTS)
serveInThread(EXPORT_SOURCES)
