import type { ReadCallId } from '@strata/contract/calls'
import { api } from './api.ts'
import type { Answer, Call, Input } from './client.ts'
import { keyOf } from './queries.ts'

/** Rows of one request while all pages of a list are read. */
export const WHOLE_PAGE = 100

type Page = { readonly items: readonly unknown[]; readonly total: number; readonly pageSize: number }

/**
 * A whole list from its pages. `total` counts what pages are cut by, which may be fewer than the rows: a row and its
 * replenishments stay together.
 */
export const wholeAnswer = async <Whole extends Page>(read: (pageIndex: number) => Promise<Whole>): Promise<Whole> => {
  const first = await read(1)
  const items = [...first.items]
  for (let page = 2; (page - 1) * first.pageSize < first.total; page += 1) items.push(...(await read(page)).items)
  return { ...first, items }
}

type PagedId = { [Id in ReadCallId]: Answer<Id> extends Page ? Id : never }[ReadCallId]

/** A query for every row of a list, to choose from all of them. `automatic`: the page sends it by itself. */
export const wholeQueryOf = <Id extends PagedId>(
  call: Call<Id>,
  input: Omit<Input<Id>, 'pageIndex' | 'pageSize'>,
  options: { readonly automatic?: true } = {},
) => ({
  queryKey: keyOf(call, 'whole', input),
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    wholeAnswer<Answer<Id> & Page>((pageIndex) =>
      api.call(call, { ...input, pageIndex, pageSize: WHOLE_PAGE } as Input<Id>, { ...options, signal }),
    ),
})
