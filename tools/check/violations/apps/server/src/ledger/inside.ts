// expect: no-restricted-imports
import { money } from '../../../../packages/domain/money/money.ts'

export const inside = money
