import type { acceptTypesSet } from '@strata/contract/calls/replenishment'
import { CODES } from '@strata/contract/errors'
import { type ReactNode, useState } from 'react'
import { type Answer, ApiRefusal } from '../../api/client.ts'
import { movedPreview } from '../../api/moved-preview.ts'
import { grouped } from '../../lib/decimal.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { treeText } from '../../text/zh-CN/rooms/tree.ts'
import { ConfirmDialog } from '../dialogs/confirm.tsx'
import { Differences } from '../dialogs/differences.tsx'

type Saved = Answer<(typeof acceptTypesSet)['id']>
type Preview = Extract<Saved, { affected: unknown }>

/** A preview, or a save with or without the preview's token. */
type FillRequest<Item> = {
  readonly items: Item[]
  readonly preview?: true
  readonly confirm?: string
  readonly requestId: string
}
export type SendFills<Item> = (request: FillRequest<Item>) => Promise<Saved>

type Steps<Item> = {
  readonly send: SendFills<Item>
  readonly onSaved: (items: readonly Item[]) => Promise<unknown>
  /** Somebody else has saved one of the accounts meanwhile. */
  readonly onChanged: () => Promise<unknown>
}

const isChanged = (caught: unknown): boolean => caught instanceof ApiRefusal && caught.code === CODES.changed

/** The steps of a save of fill limits: a preview first, and a question where accounts below would be capped. */
export const useFillSave = <Item,>({ send, onSaved, onChanged }: Steps<Item>) => {
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState<{ readonly items: readonly Item[]; readonly preview: Preview } | null>(null)
  const sent = async (items: readonly Item[], token: { readonly confirm?: string }): Promise<void> => {
    await send({ items: [...items], ...token, requestId: newRequestId() })
    await onSaved(items)
  }
  const steps = async (items: readonly Item[]): Promise<void> => {
    try {
      const shown = await send({ items: [...items], preview: true, requestId: newRequestId() })
      if ('affected' in shown && shown.affected.length > 0) setAsking({ items, preview: shown })
      else await sent(items, {})
    } catch (caught) {
      const moved = movedPreview<Preview>(caught)
      if (moved) setAsking({ items, preview: moved })
      else if (isChanged(caught)) await onChanged()
    }
  }
  const save = async (items: readonly Item[]): Promise<void> => {
    setBusy(true)
    // An error was shown; the edits stay.
    await steps(items).catch(() => {})
    setBusy(false)
  }
  const confirm = async (): Promise<void> => {
    if (!asking) return
    const { items, preview } = asking
    try {
      await sent(items, { confirm: preview.confirm })
    } catch (caught) {
      const moved = movedPreview<Preview>(caught)
      if (moved) {
        setAsking({ items, preview: moved })
        throw new ApiRefusal((caught as ApiRefusal).code, treeText.affected.moved, null)
      }
      if (!isChanged(caught)) throw caught
      await onChanged()
    }
  }
  return { busy, save, capped: asking?.preview.affected ?? null, confirm, close: () => setAsking(null) }
}

type CappedProps = {
  readonly groups: readonly { readonly id: number; readonly name: string }[]
  readonly capped: Preview['affected']
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

const SHOWN = 200
const amountOf = (value: string): string => (value === '' ? treeText.edit.noLimit : grouped(value))

/** The accounts below whose fill limits a save would lower too. */
export const CappedFills = ({ groups, capped, onConfirm, onClose }: CappedProps): ReactNode => {
  const words = treeText.affected
  const { account, group, before, after } = words.columns
  return (
    <ConfirmDialog
      title={words.title}
      width={640}
      confirm={words.confirm(new Set(capped.map(({ agentPathsId }) => agentPathsId)).size)}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p className="dialog-warn">{words.note}</p>
      <Differences
        head={{ account, group, before, after }}
        figures={['before', 'after']}
        rows={capped.slice(0, SHOWN).map((one) => ({
          key: `${one.agentPathsId}:${one.groupId}`,
          cells: {
            account: one.accountName,
            group: groups.find(({ id }) => id === one.groupId)?.name ?? '',
            before: amountOf(one.before),
            after: amountOf(one.after),
          },
          tones: { after: 'new' },
        }))}
      />
      {capped.length > SHOWN ? <p className="dialog-note">{words.more(capped.length - SHOWN)}</p> : null}
    </ConfirmDialog>
  )
}
