import { ApiRefusal } from './client.ts'

/** What a change would cap below, and the token that accepts exactly this. */
type Capped = { readonly affected: readonly unknown[]; readonly confirm: string }

/** The preview of a refusal that carries what the save would cap by now; null: it carries none. */
export const movedPreview = <P extends Capped>(caught: unknown): P | null => {
  const data = caught instanceof ApiRefusal ? (caught.data as Partial<P> | null) : null
  return data?.affected && data.confirm !== undefined ? (data as P) : null
}
