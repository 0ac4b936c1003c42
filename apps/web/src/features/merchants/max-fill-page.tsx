import * as adminMerchantsCalls from '@strata/contract/calls/admin-merchants'
import { PERMISSION } from '@strata/contract/permissions'
import type { ReactNode } from 'react'
import { api } from '../../api/api.ts'
import { type FillSide, MaxFill } from '../../components/max-fill/max-fill.tsx'

const SIDE: FillSide = {
  back: '/admin/merchant/index',
  permissions: [PERMISSION.merchants],
  change: adminMerchantsCalls.merchantMaxFill,
  save: async (request) => await api.call(adminMerchantsCalls.merchantMaxFill, request),
}

/** The largest replenishment of each merchant to the head. */
export const MaxFillPage = (): ReactNode => <MaxFill side={SIDE} />
