import type { ReactNode } from 'react'
import { boardText } from '../../text/zh-CN/board.ts'
import { ToggleGroup } from '../../ui/toggle-group.tsx'
import type { BoardSection, BoardTab } from './board-tabs.ts'

type Props = {
  readonly tab: BoardTab
  readonly chosen: BoardSection
  readonly onChoose: (playCode: string) => void
}

/** Which of a tab's sections is shown, where they are too large to stand together. */
export const SectionChoice = ({ tab, chosen, onChoose }: Props): ReactNode => (
  <div className="board-choice">
    <ToggleGroup
      name="section"
      label={boardText.oneByOne}
      options={tab.sections.map(({ title, plays }) => ({ value: plays[0] ?? '', label: title }))}
      value={chosen.plays[0] ?? null}
      onChange={onChoose}
    />
  </div>
)
