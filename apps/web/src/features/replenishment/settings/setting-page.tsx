import { PERMISSION } from '@strata/contract/permissions'
import '../../../ui/page/table.css'
import { type ReactNode, useState } from 'react'
import { serverNow } from '../../../api/clock.ts'
import { useOwnRole } from '../../../api/own-role.ts'
import { useSession } from '../../../api/session.ts'
import { type GameType, useGameTypes } from '../../../api/shared-queries.ts'
import { Crumbs } from '../../../components/crumbs.tsx'
import { StopSwitch } from '../../../components/replenish/stop-switch.tsx'
import { businessDay } from '../../../lib/day-starts.ts'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { replenishmentText } from '../../../text/zh-CN/rooms/replenishment.ts'
import { Choice } from '../../../ui/fields/choice.tsx'
import { ToggleGroup } from '../../../ui/fields/toggle-group.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { DownlineSection } from '../downline/downline-section.tsx'
import { WarningDialog } from '../warnings/warning-dialog.tsx'
import { CopyGameDialog } from './copy-dialogs.tsx'
import { type Draft, draftKey, useDrafts, writeDraft } from './drafts.ts'
import { MerchantChoice } from './merchant-choice.tsx'
import { copyGame, OwnSection, useDraft } from './own-section.tsx'
import css from './setting.module.css'
import type { Pankou, Settings } from './settings-model.ts'
import { type Section, usePankouSet, useSettingFilters, useSettings } from './use-settings.ts'

const words = replenishmentText
const SECTIONS: readonly { readonly value: Section; readonly label: string }[] = [
  { value: 'own', label: words.own },
  { value: 'downline', label: words.downline },
]

const Failed = ({ onRetry }: { readonly onRetry: () => void }): ReactNode => (
  <p className="message-line" role="alert">
    {appText.loadFailed}{' '}
    <button type="button" className="link-button" onClick={onRetry}>
      {appText.retry}
    </button>
  </p>
)

/** Automatic replenishment of this path, and how it treats its children. */
export const SettingPage = (): ReactNode => {
  const games = useGameTypes()
  const { filters, set } = useSettingFilters()
  const game = games.data?.find(({ gameType }) => gameType === filters.gameType) ?? games.data?.[0] ?? null
  const head = useOwnRole() === 0
  const merchant = head ? filters.merchant : null
  const settings = useSettings(game?.id ?? null, merchant)
  const drafts = useDrafts(({ held }) => held)
  if (games.isPending) return <Skeleton label={appText.loading} />
  if (games.isLoadingError || !game) return <Failed onRetry={() => void games.refetch()} />
  return (
    <div className={css.setting}>
      <Crumbs range={businessDay(serverNow())} />
      <section className={`card ${css.settingCard}`}>
        <div className={css.settingTools}>
          <ToggleGroup
            name="game"
            label={words.games}
            options={games.data.map(({ id, gameType, gameName }) => ({
              value: gameType,
              label: gameName,
              mark: drafts[draftKey(id, merchant)] ? words.unsaved : undefined,
            }))}
            value={game.gameType}
            onChange={(type) => set('game', type)}
          />
          <ToggleGroup
            name="section"
            label={words.sections}
            options={SECTIONS}
            value={filters.section}
            onChange={(section) => set('section', section === 'own' ? null : section)}
          />
          {head ? <MerchantChoice value={merchant} onChange={(id) => set('merchant', id)} /> : null}
          {settings.data ? (
            <Tools game={game} games={games.data} settings={settings.data} head={head} merchant={merchant} />
          ) : head && merchant === null ? (
            <WarningButton game={game} merchant={null} head />
          ) : null}
        </div>
        {head && merchant === null ? (
          <p className="message-line">{words.chooseMerchantHint}</p>
        ) : settings.isError && !settings.data ? (
          <Failed onRetry={() => void settings.refetch()} />
        ) : !settings.data ? (
          <Skeleton label={appText.loading} rows={12} />
        ) : filters.section === 'downline' ? (
          <DownlineSection
            key={game.id}
            game={game}
            merchant={merchant}
            downline={settings.data.downline}
            head={head}
            draft={draftKey(game.id, merchant)}
          />
        ) : (
          <OwnSection
            key={game.id}
            game={game}
            merchant={merchant}
            settings={settings.data}
            head={head}
            draft={draftKey(game.id, merchant)}
            items={filters.items}
            onItems={(code) => set('items', code)}
          />
        )}
      </section>
    </div>
  )
}

type ToolsProps = {
  readonly game: GameType
  readonly games: readonly GameType[]
  readonly settings: Settings
  readonly head: boolean
  readonly merchant: number | null
}

/** Removes edits that would switch it on again at the next save. */
const withoutSwitches = (held: Draft): Draft => ({
  ...held,
  rows: Object.fromEntries(
    Object.entries(held.rows).map(([id, { enabled: _enabled, ...rest }]) => [id, rest] as const),
  ),
})

type WarningProps = Pick<ToolsProps, 'game' | 'merchant' | 'head'>

/** Opens the warnings; those of the head without a merchant watch the sum of all. */
const WarningButton = ({ game, merchant, head }: WarningProps): ReactNode => {
  const [open, setOpen] = useState(false)
  const readOnly = !useSession((session) => session.permissionIds.includes(PERMISSION.replenishSettings))
  return (
    <>
      <button type="button" className="ghost-button" onClick={() => setOpen(true)}>
        {head && merchant === null ? words.warnings.openSum : words.warnings.open}
      </button>
      {open ? <WarningDialog {...{ game, merchant, head, readOnly }} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** Tools for the whole game: pankou, copying, the stop switch. */
const Tools = ({ game, games, settings, head, merchant }: ToolsProps): ReactNode => {
  const key = draftKey(game.id, merchant)
  const draft = useDraft(key)
  const [copying, setCopying] = useState(false)
  const pankouSet = usePankouSet(game.id, !head)
  const readOnly = !useSession((session) => session.permissionIds.includes(PERMISSION.replenishSettings))
  const { self, version } = settings
  const letters = pankouSet.includes(self.replenishPankou) ? pankouSet : [...pankouSet, self.replenishPankou]
  return (
    <>
      {head ? (
        <span className={css.settingNote}>{words.headNote}</span>
      ) : (
        <>
          <span className={css.settingNote}>
            {words.acceptType} <b>{appText.replenishTypes[self.acceptType] ?? ''}</b>
          </span>
          <span className={css.settingNote}>
            {words.pankou}{' '}
            <Choice<Pankou>
              label={words.pankou}
              value={draft.pankou ?? self.replenishPankou}
              options={letters.map((letter) => ({ value: letter, label: letter }))}
              changed={draft.pankou !== null && draft.pankou !== self.replenishPankou}
              disabled={readOnly || letters.length < 2}
              onChange={(pankou) => writeDraft(key, (held) => ({ ...held, pankou, began: held.began ?? settings }))}
            />
          </span>
        </>
      )}
      <span className={`${css.settingNote} ${css.settingVersion}`}>{words.version(version)}</span>
      <span className={css.settingSpace} />
      <WarningButton game={game} merchant={merchant} head={head} />
      <button type="button" className="ghost-button" disabled={readOnly} onClick={() => setCopying(true)}>
        {words.copyGame}
      </button>
      {head ? null : (
        <StopSwitch
          key={game.id}
          gameId={game.id}
          gameName={game.gameName}
          onStopped={() => writeDraft(key, withoutSwitches)}
        />
      )}
      {copying ? (
        <CopyGameDialog
          game={game}
          games={games}
          head={head}
          onClose={() => setCopying(false)}
          onApply={({ gameIds, fields, restLike }) => {
            copyGame({
              from: game,
              settings,
              draft: key,
              to: games
                .filter(({ id }) => gameIds.includes(id))
                .map((one) => ({ game: one, draft: draftKey(one.id, merchant) })),
              fields,
              restLike,
            })
            setCopying(false)
          }}
        />
      ) : null}
    </>
  )
}
