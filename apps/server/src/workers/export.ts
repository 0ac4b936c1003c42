import { serveInThread } from '../exports/thread.ts'
import { EXPORT_SOURCES } from './export-sources.ts'

/** Entry point of the thread that writes files. */
serveInThread(EXPORT_SOURCES)
