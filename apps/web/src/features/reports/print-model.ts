/** Rows of one request while everything is read for paper. */
export const PRINT_PAGE = 100

/** More rows than these are a file and not a print: fifty pages of paper. */
export const MAX_PRINTED = 2_000

type Page = { readonly items: readonly unknown[]; readonly total: number; readonly pageSize: number }

/**
 * A whole list from its pages. `total` counts what pages are cut by, which may be fewer than the rows: a row and its
 * replenishments stay together.
 */
export const wholeAnswer = async <Answer extends Page>(
  read: (pageIndex: number) => Promise<Answer>,
): Promise<Answer> => {
  const first = await read(1)
  const items = [...first.items]
  for (let page = 2; (page - 1) * first.pageSize < first.total; page += 1) items.push(...(await read(page)).items)
  return { ...first, items }
}
