import { EXPORT_SOURCES } from './export-sources.ts'
import { serveInThread } from './exports/thread.ts'

/** Entry of the thread that writes files. */
serveInThread(EXPORT_SOURCES)
