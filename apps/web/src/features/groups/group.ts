import type { ResponseOf } from '@strata/contract/endpoint'
import type { findGroup } from '@strata/contract/endpoints/groups'

/** A chat group as the list shows it. */
export type Group = ResponseOf<typeof findGroup>['items'][number]
