import * as adminCalls from '@strata/contract/calls/admin'
import { PERMISSION } from '@strata/contract/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import '../../ui/page/list-page.css'
import '../../ui/page/table.css'
import { api } from '../../api/api.ts'
import { keyOf, queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { type GameType, useGameTypes } from '../../api/shared-queries.ts'
import { refreshAfter } from '../../api/stale.ts'
import { useCappedSave } from '../../components/capped/use-capped-save.ts'
import { useAddress } from '../../components/data-table/use-address.ts'
import { ConflictChoice } from '../../components/dialogs/conflict.tsx'
import { GameToggle } from '../../components/game-toggle.tsx'
import { ListState } from '../../components/list-state.tsx'
import { LogLink } from '../../components/logs/log-link.tsx'
import { pankouText as words } from '../../text/zh-CN/rooms/pankou.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { SaveBar } from '../../ui/page/save-bar.tsx'
import { showToast } from '../../ui/pop-up/toast.ts'
import css from './pankou.module.css'
import {
  changesOf,
  type RateEdits,
  rateConflicts,
  rateProblem,
  remainingRates,
  requestOf,
  type Setting,
} from './pankou-model.ts'
import { Ladder, RateTable } from './pankou-tables.tsx'
import { SaveDialog } from './save-dialog.tsx'

const NO_EDITS: RateEdits = {}

/** The saved rates with their unsaved edits, the preview of a save, and what somebody else saved meanwhile. */
const useRates = (game: GameType) => {
  const client = useQueryClient()
  const query = useQuery({
    ...queryOf(adminCalls.pankouSettingQuery, { gameId: game.id }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const [edits, setEdits] = useState(NO_EDITS)
  const [theirs, setTheirs] = useState<Setting | null>(null)
  const rows = query.data?.commission ?? []
  const changes = changesOf(rows, edits)
  const faults = changes.filter(({ letter, after }) => rateProblem(letter, after) !== null).length
  const saving = useCappedSave({
    send: ({ gameId, version }: Setting, step) =>
      api.call(adminCalls.pankouCommissionSet, { gameId, version, commission: requestOf(changes), ...step }),
    always: true,
    onSaved: async () => {
      setEdits(NO_EDITS)
      showToast('success', words.saved)
      await refreshAfter(client, adminCalls.pankouCommissionSet)
    },
    onChanged: async () => setTheirs(await api.call(adminCalls.pankouSettingQuery, { gameId: game.id })),
  })
  const take = (now: Setting, given: ReadonlySet<string>): void => {
    client.setQueryData(keyOf(adminCalls.pankouSettingQuery, { gameId: game.id }), now)
    setEdits(remainingRates(edits, now.commission, given))
    setTheirs(null)
  }
  return {
    query,
    rows,
    edits,
    setEdits,
    changes,
    faults,
    saving,
    theirs,
    setTheirs,
    take,
  }
}
type Rates = ReturnType<typeof useRates>

const RatesBar = ({ rates }: { readonly rates: Rates }): ReactNode => {
  const { query, changes, faults, saving, setEdits } = rates
  const { busy, save } = saving
  const none = changes.length === 0
  return (
    <SaveBar
      status={
        <>
          {none ? words.noChanges : <b>{words.changed(changes.length)}</b>}
          {faults > 0 ? <em>{words.faults(faults)}</em> : null}
        </>
      }
    >
      <button type="button" className="ghost-button" disabled={busy || none} onClick={() => setEdits(NO_EDITS)}>
        {peopleText.discard}
      </button>
      <button
        type="button"
        className="plain-button"
        disabled={busy || none || faults > 0}
        onClick={() => query.data && void save(query.data)}
      >
        {busy ? peopleText.working : words.preview}
      </button>
    </SaveBar>
  )
}

const GamePankou = ({ game }: { readonly game: GameType }): ReactNode => {
  const rates = useRates(game)
  const { query, rows, edits, setEdits, changes, saving, theirs, setTheirs, take } = rates
  const mayChange = useSession(({ permissionIds }) => permissionIds.includes(PERMISSION.commission))
  return (
    <>
      <ListState query={query} isEmpty={() => false}>
        {({ ladder }) => (
          <div className={css.parts}>
            <Ladder ladder={ladder} />
            <RateTable game={game} rows={rows} edits={edits} readOnly={!mayChange} onEdit={setEdits} />
          </div>
        )}
      </ListState>
      {mayChange ? <RatesBar rates={rates} /> : null}
      {saving.preview ? (
        <SaveDialog
          game={game}
          changes={changes}
          preview={saving.preview}
          onConfirm={saving.confirm}
          onClose={saving.close}
        />
      ) : null}
      {theirs ? (
        <ConflictChoice
          cells={rateConflicts({
            opened: rows,
            now: theirs.commission,
            edits,
            nameOf: (groupId) => game.groups.find(({ id }) => id === groupId)?.name ?? String(groupId),
          })}
          onApply={(given) => take(theirs, given)}
          onClose={() => setTheirs(null)}
        />
      ) : null}
    </>
  )
}

/** 盘口与退水: the ladder, and the highest commission that the head grants, with what lowering it does below. */
export const PankouPage = (): ReactNode => {
  const games = useGameTypes().data ?? []
  const { search, change } = useAddress()
  const game = games.find(({ gameType }) => gameType === search.get('game')) ?? games[0]
  return (
    <div className="list-page">
      <div className={css.games}>
        <GameToggle
          name="pankou-game"
          label={words.games}
          games={games}
          value={game?.gameType ?? null}
          onChange={(gameType) => change({ game: gameType })}
        />
        <LogLink of={{ action: words.logged }} />
      </div>
      {game ? <GamePankou key={game.id} game={game} /> : null}
    </div>
  )
}
