// expect: no-restricted-imports
import { thing } from '../../text/zh-CN/app/app.ts'

export const other = thing
