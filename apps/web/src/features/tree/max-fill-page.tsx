import type { ReactNode } from 'react'
import { api } from '../../api/api.ts'
import { downlineFillCall } from '../../api/calls.ts'
import { type FillSide, MaxFill } from '../../components/max-fill/max-fill.tsx'

const SIDE: FillSide = {
  back: '/agent/accounts/index',
  permissions: [80006, 70003],
  save: async (request) => await api.call(downlineFillCall, request),
}

export const MaxFillPage = (): ReactNode => <MaxFill side={SIDE} />
