// expect: no-restricted-imports
import { CODES } from '@strata/contract/errors'

export const codes = CODES
