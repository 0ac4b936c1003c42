import * as signInCalls from '@strata/contract/calls/sign-in'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/queries.ts'
import { commonText } from '../../text/zh-CN/entry/common.ts'

const ASKED_AGAIN_MS = 600_000

/** The name that operators gave the platform, else that of the product. */
export const useBrand = (): string => {
  const { data } = useQuery({
    ...queryOf(signInCalls.platformStatus, {}, { automatic: true }),
    staleTime: ASKED_AGAIN_MS,
    refetchInterval: ASKED_AGAIN_MS,
  })
  return data?.platformName || commonText.product
}
