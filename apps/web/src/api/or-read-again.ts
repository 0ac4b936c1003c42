import type { ReadCallId } from '@strata/contract/calls'
import { CODES } from '@strata/contract/errors'
import type { QueryClient } from '@tanstack/react-query'
import { ApiRefusal, type Call } from './client.ts'
import { keyOf } from './queries.ts'

type Said = {
  /** What shows the thing that is saved. */
  readonly read: Pick<Call<ReadCallId>, 'id'>
  /** In place of the server's words. */
  readonly text?: string
}

/**
 * Runs a save. If somebody else saved the thing since it was read, it is read again before the refusal goes on: what the
 * dialog shows and the version of its next save are then those of now.
 */
export async function orReadAgain<T>(client: QueryClient, { read, text }: Said, save: () => Promise<T>): Promise<T> {
  try {
    return await save()
  } catch (caught) {
    if (!(caught instanceof ApiRefusal) || caught.code !== CODES.changed) throw caught
    await client.invalidateQueries({ queryKey: keyOf(read) })
    throw text === undefined ? caught : new ApiRefusal(caught.code, text, null)
  }
}
