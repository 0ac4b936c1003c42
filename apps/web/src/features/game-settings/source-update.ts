import * as sourceCalls from '@strata/contract/calls/result-sources'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import type { Input } from '../../api/client.ts'
import { orReadAgain } from '../../api/or-read-again.ts'
import { refreshAfter } from '../../api/stale.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { resultSourcesText } from '../../text/zh-CN/rooms/result-sources.ts'
import type { Source } from './sources-model.ts'

/** Makes a change of a source. One that somebody else changed meanwhile is read again and said so. */
export const changingSource = <T>(client: QueryClient, change: () => Promise<T>): Promise<T> =>
  orReadAgain(client, { read: sourceCalls.sourceQuery, text: resultSourcesText.form.changedByOther }, change)

export const useSourceUpdate = ({ sourceCode, version }: Pick<Source, 'sourceCode' | 'version'>) => {
  const client = useQueryClient()
  return async (fields: Omit<Input<'admin.sourceUpdate'>, 'sourceCode' | 'version' | 'requestId'>): Promise<void> => {
    const wish = { sourceCode, version, ...fields, requestId: newRequestId() }
    await changingSource(client, () => api.call(sourceCalls.sourceUpdate, wish))
    await refreshAfter(client, sourceCalls.sourceUpdate)
  }
}
