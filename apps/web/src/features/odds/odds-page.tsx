import '../../ui/page/list-page.css'
import { type ReactNode, useMemo, useState } from 'react'
import { useLeaveQuestion } from '../../components/dialogs/use-leave-question.tsx'
import { ListState } from '../../components/list-state.tsx'
import { oddsText as words } from '../../text/zh-CN/rooms/odds.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { BatchBar } from './batch-bar.tsx'
import { HistoryDrawer } from './history-drawer.tsx'
import css from './odds.module.css'
import { OddsGrid } from './odds-grid.tsx'
import { linesOf } from './odds-model.ts'
import { OddsSaveBar } from './odds-save.tsx'
import { GroupChoice, OddsTabs, OddsTools } from './odds-tools.tsx'
import { type OddsSheet, useOddsSheet } from './use-odds-sheet.ts'

const Card = ({ sheet }: { readonly sheet: OddsSheet }): ReactNode => {
  const { view, rows, columns, edits, selection, setSelection, readonly, put, commission } = sheet
  const lines = useMemo(() => linesOf(rows), [rows])
  return (
    <section className={`card ${css.card}`}>
      <OddsTools sheet={sheet} />
      {view.mode === 'offset' && view.merchantId === null ? (
        <p className="message-line">{words.pickMerchant}</p>
      ) : (
        <ListState query={sheet.query} isEmpty={() => false} empty={words.emptyFound}>
          {() => (
            <OddsGrid
              key={`${view.game.code} ${view.mode} ${view.group} ${view.play}`}
              mode={view.mode}
              lines={lines}
              rows={rows}
              columns={columns}
              edits={edits}
              selection={selection}
              readonly={readonly}
              commission={commission}
              onSelect={setSelection}
              onTexts={put}
            />
          )}
        </ListState>
      )}
      {selection === null || readonly ? null : <BatchBar sheet={sheet} selection={selection} />}
    </section>
  )
}

/** The odds of a game as a spreadsheet: prices beside house edges, or differences of a merchant beside what its members see. */
export const OddsPage = (): ReactNode => {
  const sheet = useOddsSheet()
  const [isHistory, setHistory] = useState(false)
  // Another game, group or merchant keeps what is typed: only another page loses it.
  const { question } = useLeaveQuestion(sheet.isUnsaved, { why: peopleText.leave.unsaved })
  return (
    <div className={css.page}>
      <OddsTabs sheet={sheet} />
      <GroupChoice sheet={sheet} />
      <div className={css.sheet}>
        <Card sheet={sheet} />
        {sheet.view.mode === 'offset' && sheet.view.merchantId === null ? null : (
          <button type="button" className={css.handle} onClick={() => setHistory(true)}>
            {words.history.open}
            <b>
              {words.history.version} {sheet.version}
            </b>
          </button>
        )}
      </div>
      <OddsSaveBar sheet={sheet} />
      {question}
      {isHistory ? <HistoryDrawer sheet={sheet} onClose={() => setHistory(false)} /> : null}
    </div>
  )
}
