import type { ReactNode } from 'react'
import { boardText } from '../../../text/zh-CN/rooms/board.ts'
import { ToggleGroup } from '../../../ui/fields/toggle-group.tsx'
import { type BoardSection, type BoardTab, sectionKey } from '../board-state/board-tabs.ts'

type Props = {
  readonly tab: BoardTab
  readonly chosen: BoardSection
  readonly onChoose: (section: string) => void
}

/** The choice of a section, if the sections are too large to be shown together. */
export const SectionChoice = ({ tab, chosen, onChoose }: Props): ReactNode => (
  <ToggleGroup
    name="section"
    label={boardText.oneByOne}
    options={tab.sections.map((section) => ({ value: sectionKey(section), label: section.title }))}
    value={sectionKey(chosen)}
    onChange={onChoose}
  />
)
