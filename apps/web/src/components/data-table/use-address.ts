import { useSearchParams } from 'react-router'
import { type AddressChange, changedAddress } from '../../lib/address.ts'

type How = { readonly replace: boolean }

export type Address = {
  readonly search: URLSearchParams
  /** `replace`: no step of its own, for what is filtered at every key. */
  readonly change: (change: AddressChange, how?: How) => void
  /** For pages whose filters depend on each other: the whole next address. */
  readonly go: (next: (held: URLSearchParams) => URLSearchParams, how?: How) => void
}

/**
 * The filters of a page, which are in its address and nowhere else: a reload and a link keep them, and every change is a
 * step that back and forward go. A change that changes nothing is no step.
 */
export const useAddress = (): Address => {
  const [search, setSearch] = useSearchParams()
  const go: Address['go'] = (make, how = { replace: false }) => {
    const next = make(new URLSearchParams(search))
    if (next.toString() !== search.toString()) setSearch(next, how)
  }
  return { search, change: (change, how) => go((held) => changedAddress(held, change), how), go }
}
