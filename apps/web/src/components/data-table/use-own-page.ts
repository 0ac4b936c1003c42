import { useState } from 'react'
import type { PageSize } from './list-foot.tsx'

/** The page of a list beside another one, in a drawer or a dialog: not in the address, which is the other list's. */
export const useOwnPage = (first: PageSize = 20) => {
  const [{ pageIndex, pageSize }, set] = useState<{ readonly pageIndex: number; readonly pageSize: PageSize }>({
    pageIndex: 1,
    pageSize: first,
  })
  return {
    pageIndex,
    pageSize,
    onPage: (to: number): void => set((held) => ({ ...held, pageIndex: to })),
    onPageSize: (size: PageSize): void => set({ pageIndex: 1, pageSize: size }),
  }
}

export type OwnPage = ReturnType<typeof useOwnPage>
