import * as treeCalls from '@strata/contract/calls/tree'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/api.ts'
import { refreshAfter } from '../../../api/stale.ts'
import { ConfirmDialog } from '../../../components/dialogs/confirm.tsx'
import { normal, readValue } from '../../../lib/decimal.ts'
import { newRequestId } from '../../../lib/request-id.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { peopleText } from '../../../text/zh-CN/shared/people.ts'
import { Labelled } from '../../../ui/fields/labelled.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { showToast } from '../../../ui/pop-up/toast.ts'
import type { AccountRow } from '../accounts/row-actions.ts'
import { termsOfGame } from '../terms/terms-model.ts'
import { parentCap } from '../terms/terms-rules.ts'
import { useNamedGames, useTerms } from '../terms/use-terms.ts'

const words = treeText.upgrade
const percent = (units: bigint): string => normal(`${units / 100n}.${String(units % 100n).padStart(2, '0')}`)

/** Turns a member into an agent, with a downline cap per game. */
export const UpgradeDialog = ({
  row,
  onClose,
}: {
  readonly row: AccountRow
  readonly onClose: () => void
}): ReactNode => {
  const terms = useTerms(row.agentPathsId).data
  const games = useNamedGames()
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({})
  const client = useQueryClient()
  const caps = games.flatMap((shape) => {
    const game = terms && termsOfGame(terms, shape)
    if (!game) return []
    // What the parent may pass on, less its own share of this account's business.
    const left = parentCap(game) - (readValue('share', game.uplineShare) ?? 0n)
    const most = left > 0n ? left : 0n
    const text = typed[shape.id] ?? percent(most)
    const value = readValue('share', text)
    const problem = value === null ? treeText.problems.number : value > most ? words.range(percent(most)) : null
    return [{ id: shape.id, name: shape.id === 0 ? words.other : shape.name, most: percent(most), text, problem }]
  })
  return (
    <ConfirmDialog
      title={words.title(row.accountName)}
      confirm={words.done}
      width={560}
      disabled={caps.length === 0 || caps.some(({ problem }) => problem !== null)}
      onConfirm={async () => {
        await api.call(treeCalls.upgradeToAgent, {
          agentPathsId: row.agentPathsId,
          games: caps.map(({ id, text }) => ({ gameId: id, downlineCap: normal(text) })),
          requestId: newRequestId(),
        })
        showToast('success', peopleText.saved)
        await refreshAfter(client, treeCalls.upgradeToAgent)
      }}
      onClose={onClose}
    >
      <p className="dialog-warn">{words.note}</p>
      {caps.length === 0 ? <Skeleton rows={4} label={words.cap} /> : null}
      <div className="form">
        {caps.map(({ id, name, most, text, problem }) => (
          <Labelled key={id} label={words.capOf(name)} problem={problem} hint={words.range(most)}>
            {(input) => (
              <span className="with-unit">
                <input
                  {...input}
                  className="text-input"
                  inputMode="decimal"
                  maxLength={6}
                  value={text}
                  onChange={(event) => setTyped({ ...typed, [id]: event.currentTarget.value })}
                />
                <i>%</i>
              </span>
            )}
          </Labelled>
        ))}
      </div>
    </ConfirmDialog>
  )
}
