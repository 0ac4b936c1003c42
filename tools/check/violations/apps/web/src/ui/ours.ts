// expect: no-restricted-imports
import { format } from '@strata/domain/money'

export const shown = format
