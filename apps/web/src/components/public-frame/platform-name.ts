import * as signInCalls from '@strata/contract/calls/sign-in'
import { useEffect, useState } from 'react'
import { api } from '../../api/api.ts'
import { commonText } from '../../text/zh-CN/entry/common.ts'

let asked: Promise<string> | null = null

const askName = (): Promise<string> => {
  asked ??= api.call(signInCalls.platformStatus, {}, { automatic: true }).then(
    ({ platformName }) => platformName || commonText.product,
    () => commonText.product,
  )
  return asked
}

/** The name that operators gave the platform, for the public pages and their tab title. */
export const usePlatformName = (title: string): string => {
  const [name, setName] = useState<string>(commonText.product)
  useEffect(() => {
    void askName().then(setName)
  }, [])
  useEffect(() => {
    document.title = `${title} - ${name}`
  }, [title, name])
  return name
}
