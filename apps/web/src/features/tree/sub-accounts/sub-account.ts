import type { ResponseOf } from '@strata/contract/endpoint'
import type { queryChildAccount } from '@strata/contract/endpoints/sub-accounts'

/** A sub-account as the list shows it. */
export type SubAccount = ResponseOf<typeof queryChildAccount>['items'][number]
