import { useSearchParams } from 'react-router'
import { type AddressChange, changedAddress } from '../../lib/address.ts'

export type Address = {
  readonly search: URLSearchParams
  /** `replace`: no step of its own, for what is filtered at every key. */
  readonly change: (change: AddressChange, how?: { readonly replace: boolean }) => void
}

/**
 * The filters of a page, which are in its address and nowhere else: a reload and a link keep them, and every change is a
 * step that back and forward go. A change that changes nothing is no step.
 */
export const useAddress = (): Address => {
  const [search, setSearch] = useSearchParams()
  const change: Address['change'] = (change, how = { replace: false }) => {
    const next = changedAddress(search, change)
    if (next.toString() !== search.toString()) setSearch(next, how)
  }
  return { search, change }
}
