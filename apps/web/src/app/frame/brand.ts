import * as signInCalls from '@strata/contract/calls/sign-in'
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { commonText } from '../../text/zh-CN/entry/common.ts'

const ASKED_AGAIN_MS = 600_000

/** What operators have set for the whole platform. */
export const usePlatform = (): Answer<'access.platformStatus'> | undefined =>
  useQuery({
    ...queryOf(signInCalls.platformStatus, {}, { automatic: true }),
    staleTime: ASKED_AGAIN_MS,
    refetchInterval: ASKED_AGAIN_MS,
  }).data

/** The name that operators gave the platform, else that of the product. */
export const useBrand = (): string => usePlatform()?.platformName || commonText.product
