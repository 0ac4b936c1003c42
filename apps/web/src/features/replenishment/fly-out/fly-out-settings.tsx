import * as flyOutsCalls from '@strata/contract/calls/fly-outs'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { api } from '../../../api/api.ts'
import { ApiRefusal } from '../../../api/client.ts'
import { useDraft } from '../../../api/drafts.ts'
import { useOwnRole } from '../../../api/own-role.ts'
import { type GameType, useGameTypes } from '../../../api/shared-queries.ts'
import { refreshAfter } from '../../../api/stale.ts'
import { useAddress } from '../../../components/data-table/use-address.ts'
import { ConfirmDialog } from '../../../components/dialogs/confirm.tsx'
import { ConflictChoice } from '../../../components/dialogs/conflict.tsx'
import { ListState } from '../../../components/list-state.tsx'
import { StopSwitch } from '../../../components/replenish/stop-switch.tsx'
import { flyOutKey } from '../../../components/replenish/use-automatic.ts'
import { newRequestId } from '../../../lib/request-id.ts'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { flyOutText } from '../../../text/zh-CN/rooms/fly-out.ts'
import { replenishmentText } from '../../../text/zh-CN/rooms/replenishment.ts'
import { ToggleGroup } from '../../../ui/fields/toggle-group.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { showToast } from '../../../ui/pop-up/toast.ts'
import { MerchantChoice } from '../settings/merchant-choice.tsx'
import settingCss from '../settings/setting.module.css'
import { SentDialog } from '../settings/setting-dialogs.tsx'
import { SettingsBar } from '../settings/settings-bar.tsx'
import { CHANGED_MEANWHILE, type Sent, useSettings } from '../settings/use-settings.ts'
import css from './fly-out.module.css'
import { FlyOutDownline } from './fly-out-downline.tsx'
import { FLY_TITLES, FlyOutGroups, flyText } from './fly-out-groups.tsx'
import {
  countFlyChanges,
  type FlyEdits,
  type FlyRow,
  flyConflictKey,
  flyConflicts,
  flyProblems,
  flyRequest,
  overwritesFly,
  remainingFly,
  shownFly,
  withoutSwitches,
} from './fly-out-model.ts'
import { type FlyOutSaved, useFlyOutAccounts, useMayFlyOut } from './use-fly-out.ts'

const words = flyOutText.settings
const FLIES_OUT = 4
const SECTIONS = (['own', 'downline'] as const).map((value) => ({ value, label: words[value] }))

type FlyDraft = {
  readonly rows: FlyEdits
  /** The settings when the first edit was made. */
  readonly began: FlyOutSaved | null
}
const NO_DRAFT: FlyDraft = { rows: {}, began: null }

/** The list of items needs the whole catalogue, so it is loaded when it is opened. */
const ItemsDrawer = lazy(async () => ({ default: (await import('../settings/items-drawer.tsx')).ItemsDrawer }))

const useSaved = (gameId: number | null, merchant: number | null, enabled: boolean): UseQueryResult<FlyOutSaved> =>
  useQuery<FlyOutSaved>({
    queryKey: flyOutKey(gameId ?? 0, merchant),
    enabled: enabled && gameId !== null,
    staleTime: 30_000,
    queryFn: ({ signal }) =>
      api.call(
        flyOutsCalls.flyOutQuery,
        { gameId: gameId ?? 0, ...(merchant === null ? {} : { agentPathsId: merchant }) },
        { signal },
      ),
  })

/** Automatic fly-out of a game, and which children may fly out. */
export const FlyOutSettings = (): ReactNode => {
  const { search, change } = useAddress()
  const games = useGameTypes()
  const gameType = search.get('game') ?? '6HC'
  const game = games.data?.find((one) => one.gameType === gameType) ?? games.data?.[0] ?? null
  const head = useOwnRole() === 0
  const named = search.get('merchant')
  const merchant = head && named !== null && /^[1-9]\d{0,9}$/.test(named) ? Number(named) : null
  const section = search.get('section') === 'downline' ? 'downline' : 'own'
  const saved = useSaved(game?.id ?? null, merchant, !head || merchant !== null)
  if (games.isPending) return <Skeleton label={appText.loading} />
  if (!game) return null
  return (
    <>
      <div className={settingCss.settingTools}>
        <ToggleGroup
          name="game"
          label={replenishmentText.games}
          options={(games.data ?? []).map((one) => ({ value: one.gameType, label: one.gameName }))}
          value={game.gameType}
          onChange={(type) => change({ game: type, items: '' })}
        />
        <ToggleGroup
          name="section"
          label={words.sections}
          options={SECTIONS}
          value={section}
          onChange={(value) => change({ section: value === 'own' ? '' : value })}
        />
        {head ? <MerchantChoice value={merchant} onChange={(id) => change({ merchant: id ?? '' })} /> : null}
        {head ? <span className={settingCss.settingNote}>{words.headNote}</span> : <AcceptNote gameId={game.id} />}
        {saved.data ? (
          <span className={`${settingCss.settingNote} ${settingCss.settingVersion}`}>
            {replenishmentText.version(saved.data.version)}
          </span>
        ) : null}
        <span className={settingCss.settingSpace} />
        <FlyOutStop key={`${game.id} ${merchant}`} game={game} merchant={merchant} />
      </div>
      {head && merchant === null ? (
        <p className="message-line">{words.chooseMerchantHint}</p>
      ) : (
        <ListState query={saved} isEmpty={() => false}>
          {(data) =>
            section === 'downline' ? (
              <FlyOutDownline downline={data.downline} />
            ) : (
              <Own key={`${game.id} ${merchant}`} game={game} merchant={merchant} saved={data} />
            )
          }
        </ListState>
      )}
    </>
  )
}

const useFlyDraft = (gameId: number, merchant: number | null) =>
  useDraft<FlyDraft>(`fly-out-settings ${gameId} ${merchant ?? 0}`, NO_DRAFT)

const FlyOutStop = ({ game, merchant }: { readonly game: GameType; readonly merchant: number | null }): ReactNode => {
  const [, write] = useFlyDraft(game.id, merchant)
  return (
    <StopSwitch
      gameId={game.id}
      gameName={game.gameName}
      merchant={merchant}
      // Removes edits that would switch it on again at the next save.
      onStopped={() => write((held) => ({ ...held, rows: withoutSwitches(held.rows) }))}
    />
  )
}

/** If the parent does not allow fly-out, the settings have no effect. */
const AcceptNote = ({ gameId }: { readonly gameId: number }): ReactNode => {
  const acceptType = useSettings(gameId, null).data?.self.acceptType
  return acceptType === undefined || acceptType === FLIES_OUT ? null : (
    <span className={`${settingCss.settingNote} ${css.flyOutWarn}`} role="note">
      {words.acceptNote(appText.replenishTypes[acceptType] ?? '')}
    </span>
  )
}

type OwnProps = { readonly game: GameType; readonly merchant: number | null; readonly saved: FlyOutSaved }
type Shown =
  | { readonly kind: 'confirm' }
  | { readonly kind: 'sent'; readonly sent: Sent }
  /** Another user has saved in between; `now` is what is saved. */
  | { readonly kind: 'conflict'; readonly opened: FlyOutSaved; readonly now: FlyOutSaved }

/** One game's rows with their unsaved edits, the open dialog, and the steps of a save. */
const useOwnFly = ({ game, merchant, saved }: OwnProps) => {
  const client = useQueryClient()
  const accounts = useFlyOutAccounts()
  const readOnly = !useMayFlyOut()
  const [{ rows: edits, began }, write] = useFlyDraft(game.id, merchant)
  const opened = began ?? saved
  const [shown, setShown] = useState<Shown | null>(null)
  const usable = (accounts.data ?? []).filter(({ status }) => status === 1)
  const ids = new Set(usable.map(({ pilotId }) => String(pilotId)))
  const groupIds = game.groups.map(({ id }) => id)
  const rows = game.groups.map(({ id, name }) => ({ groupId: id, name, row: shownFly(saved, edits, id) }))
  const changes = countFlyChanges(saved, edits, groupIds)
  const problems = rows.reduce((count, { row }) => count + Object.keys(flyProblems(row, ids)).length, 0)
  const edit = (groupId: number, part: Partial<FlyRow>): void =>
    write((held) => ({
      rows: { ...held.rows, [groupId]: { ...held.rows[groupId], ...part } },
      began: held.began ?? saved,
    }))
  // Changes of another user are shown first, because saving with the new version would overwrite them.
  const review = (): void =>
    setShown(
      overwritesFly({ opened, now: saved, edits, groupIds })
        ? { kind: 'conflict', opened, now: saved }
        : { kind: 'confirm' },
    )
  const save = async (): Promise<void> => {
    const request = flyRequest({ gameId: game.id, saved, edits, groupIds, merchant })
    try {
      const { sent } = await api.call(flyOutsCalls.flyOutSet, { ...request, requestId: newRequestId() })
      write(() => null)
      await refreshAfter(client, flyOutsCalls.flyOutSet)
      if (sent.length === 0) showToast('success', replenishmentText.sentNone)
      setShown(sent.length === 0 ? null : { kind: 'sent', sent })
    } catch (cause) {
      if (!(cause instanceof ApiRefusal && cause.code === CHANGED_MEANWHILE)) throw cause
      const asked = { gameId: game.id, ...(merchant === null ? {} : { agentPathsId: merchant }) }
      setShown({ kind: 'conflict', opened, now: await api.call(flyOutsCalls.flyOutQuery, asked) })
    }
  }
  return {
    client,
    accounts,
    usable,
    readOnly,
    edits,
    write,
    shown,
    setShown,
    groupIds,
    rows,
    changes,
    problems,
    edit,
    review,
    save,
  }
}
type OwnFly = ReturnType<typeof useOwnFly>
type PartProps = OwnProps & { readonly own: OwnFly }

const OpenItems = ({ game, saved, own }: PartProps): ReactNode => {
  const { search, change } = useAddress()
  const { edits, edit, readOnly } = own
  const itemGroup = game.groups.find(({ code }) => code === search.get('items'))
  if (!itemGroup) return null
  return (
    <Suspense fallback={null}>
      <ItemsDrawer
        key={itemGroup.id}
        gameType={game.gameType}
        group={itemGroup}
        items={shownFly(saved, edits, itemGroup.id).items}
        readOnly={readOnly}
        onClose={() => change({ items: '' })}
        onApply={(items) => {
          edit(itemGroup.id, { items })
          change({ items: '' })
        }}
      />
    </Suspense>
  )
}

/** The dialog that is open, if any: the question before a save, or what the save came to. */
const OpenDialog = ({ game, merchant, own }: PartProps): ReactNode => {
  const { client, accounts, edits, write, shown, setShown, groupIds, changes, save } = own
  if (shown === null) return null
  if (shown.kind === 'confirm')
    return (
      <ConfirmDialog
        title={words.confirmTitle}
        confirm={words.save}
        onConfirm={save}
        // After a save the dialog of placed orders has replaced this one.
        onClose={() => setShown((now) => (now?.kind === 'confirm' ? null : now))}
      >
        <p className="dialog-note">{words.confirmText(changes)}</p>
      </ConfirmDialog>
    )
  if (shown.kind === 'sent') return <SentDialog sent={shown.sent} game={game} onClose={() => setShown(null)} />
  return (
    <ConflictChoice
      cells={flyConflicts({ opened: shown.opened, now: shown.now, edits, groupIds }).map((one) => ({
        key: flyConflictKey(one.groupId, one.field),
        what: replenishmentText.fieldOf(
          game.groups.find(({ id }) => id === one.groupId)?.name ?? '',
          FLY_TITLES[one.field],
        ),
        opened: flyText(one.field, one.opened, accounts.data ?? []),
        theirs: flyText(one.field, one.theirs, accounts.data ?? []),
        mine: one.mine && flyText(one.field, one.mine, accounts.data ?? []),
      }))}
      onApply={(given) => {
        write((held) => ({ rows: remainingFly(held.rows, given), began: shown.now }))
        client.setQueryData(flyOutKey(game.id, merchant), shown.now)
        setShown(null)
      }}
      onClose={() => setShown(null)}
    />
  )
}

const Own = (props: OwnProps): ReactNode => {
  const { game, saved } = props
  const { change } = useAddress()
  const own = useOwnFly(props)
  const { accounts, usable, readOnly, write, rows, changes, problems, edit, review } = own
  return (
    <>
      {accounts.data && usable.length === 0 ? (
        <p className={css.flyOutOvertaken}>
          {words.noAccounts}{' '}
          <button type="button" className="link-button" onClick={() => change({ tab: '' })}>
            {words.addAccount}
          </button>
        </p>
      ) : null}
      <FlyOutGroups
        rows={rows}
        saved={saved}
        accounts={usable}
        readOnly={readOnly}
        onEdit={edit}
        onItems={(groupId) => change({ items: game.groups.find(({ id }) => id === groupId)?.code ?? '' })}
      />
      <SettingsBar
        changes={changes}
        problems={problems}
        busy={false}
        readOnly={readOnly}
        actionLabel={words.save}
        onDiscard={() => write(() => null)}
        onSave={review}
      />
      <OpenItems {...props} own={own} />
      <OpenDialog {...props} own={own} />
    </>
  )
}
