import * as sourceCalls from '@strata/contract/calls/result-sources'
import { CODES } from '@strata/contract/errors'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { ApiRefusal, type Input } from '../../api/client.ts'
import { keyOf } from '../../api/queries.ts'
import { refreshAfter } from '../../api/stale.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { resultSourcesText } from '../../text/zh-CN/rooms/result-sources.ts'
import type { Source } from './sources-model.ts'

/** Makes a change of a source. One that somebody else changed meanwhile is read again and said so. */
export async function changingSource<T>(client: QueryClient, change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (caught) {
    if (!(caught instanceof ApiRefusal) || caught.code !== CODES.changed) throw caught
    await client.invalidateQueries({ queryKey: keyOf(sourceCalls.sourceQuery) })
    throw new ApiRefusal(caught.code, resultSourcesText.form.changedByOther, null)
  }
}

export const useSourceUpdate = ({ sourceCode, version }: Pick<Source, 'sourceCode' | 'version'>) => {
  const client = useQueryClient()
  return async (fields: Omit<Input<'admin.sourceUpdate'>, 'sourceCode' | 'version' | 'requestId'>): Promise<void> => {
    const wish = { sourceCode, version, ...fields, requestId: newRequestId() }
    await changingSource(client, () => api.call(sourceCalls.sourceUpdate, wish))
    await refreshAfter(client, sourceCalls.sourceUpdate)
  }
}
