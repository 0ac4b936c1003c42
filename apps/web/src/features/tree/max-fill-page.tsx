import * as replenishmentCalls from '@strata/contract/calls/replenishment'
import { PERMISSION } from '@strata/contract/permissions'
import type { ReactNode } from 'react'
import { api } from '../../api/api.ts'
import { type FillSide, MaxFill } from '../../components/max-fill/max-fill.tsx'

const SIDE: FillSide = {
  back: '/agent/accounts/index',
  permissions: [PERMISSION.maxFill, PERMISSION.downlineAccept],
  change: replenishmentCalls.acceptTypesSet,
  save: async (request) => await api.call(replenishmentCalls.acceptTypesSet, request),
}

export const MaxFillPage = (): ReactNode => <MaxFill side={SIDE} />
