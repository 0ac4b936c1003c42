import * as signInCalls from '@strata/contract/calls/sign-in'
import type { ResponseOf } from '@strata/contract/endpoint'
import type { platformStatus } from '@strata/contract/endpoints/access'
import { useEffect, useState } from 'react'
import { api } from '../../api/api.ts'
import { commonText } from '../../text/zh-CN/entry/common.ts'

let asked: Promise<ResponseOf<typeof platformStatus>> | undefined

/** The platform's state, asked once a page: its answer also teaches the server's clock. */
export const askPlatform = (): typeof asked & object =>
  (asked ??= api.call(signInCalls.platformStatus, {}, { automatic: true }))

/** The name that operators gave the platform, for the public pages and their tab title. */
export const usePlatformName = (title: string): string => {
  const [name, setName] = useState<string>(commonText.product)
  useEffect(() => {
    askPlatform()
      .then(({ platformName }) => setName(platformName || commonText.product))
      .catch(() => {})
  }, [])
  useEffect(() => {
    document.title = `${title} - ${name}`
  }, [title, name])
  return name
}
