import { CODES } from '@strata/contract/errors'
import { useState } from 'react'
import { ApiRefusal } from '../../api/client.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { treeText } from '../../text/zh-CN/rooms/tree.ts'

/** What a change would cap below, and the token that accepts exactly this. */
type Capped = { readonly affected: readonly unknown[]; readonly confirm: string }

/** A preview, or a save with or without the preview's token. */
export type Step = { readonly preview?: true; readonly confirm?: string; readonly requestId: string }

type Steps<Wish, Sent> = {
  readonly send: (wish: Wish, step: Step) => Promise<Sent>
  /** Asks also where nobody would be capped. */
  readonly always?: boolean
  readonly onSaved: (wish: Wish) => Promise<unknown>
  /** Somebody else has saved meanwhile. */
  readonly onChanged: () => Promise<unknown>
}

/** The preview that an answer or a refusal carries; null: it carries none. */
export const previewIn = <P extends Capped>(data: unknown): P | null => {
  const found = data as Partial<P> | null
  return found?.affected && found.confirm !== undefined ? (found as P) : null
}

/** What an open question says once others would be capped. */
export const movedRefusal = ({ code }: ApiRefusal): ApiRefusal => new ApiRefusal(code, treeText.affected.moved, null)

/** The steps of a save: a preview first, and a question where accounts below would be capped. */
export const useCappedSave = <Wish, Sent>({ send, always = false, onSaved, onChanged }: Steps<Wish, Sent>) => {
  type Preview = Extract<Sent, Capped>
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState<{ readonly wish: Wish; readonly preview: Preview } | null>(null)
  const sent = async (wish: Wish, token: { readonly confirm?: string }): Promise<void> => {
    await send(wish, { ...token, requestId: newRequestId() })
    await onSaved(wish)
  }
  /** Asks again where others would be capped by now, and returns what the question says then. */
  const askAgain = async (wish: Wish, caught: unknown): Promise<ApiRefusal | null> => {
    if (!(caught instanceof ApiRefusal)) throw caught
    const preview = previewIn<Preview>(caught.data)
    if (preview) {
      setAsking({ wish, preview })
      return movedRefusal(caught)
    }
    if (caught.code !== CODES.changed) throw caught
    await onChanged()
    return null
  }
  const steps = async (wish: Wish): Promise<void> => {
    const preview = previewIn<Preview>(await send(wish, { preview: true, requestId: newRequestId() }))
    if (preview && (always || preview.affected.length > 0)) setAsking({ wish, preview })
    else await sent(wish, {})
  }
  const save = async (wish: Wish): Promise<void> => {
    setBusy(true)
    // An error was shown; the edits stay.
    await steps(wish)
      .catch((caught: unknown) => askAgain(wish, caught))
      .catch(() => {})
    setBusy(false)
  }
  const confirm = async (): Promise<void> => {
    if (!asking) return
    const { wish, preview } = asking
    try {
      await sent(wish, { confirm: preview.confirm })
    } catch (caught) {
      const moved = await askAgain(wish, caught)
      if (moved) throw moved
    }
  }
  return { busy, save, preview: asking?.preview ?? null, confirm, close: () => setAsking(null) }
}
