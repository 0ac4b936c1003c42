import type { ReactNode } from 'react'
import { canLock } from '../../api/screen-lock.ts'
import { IconButton } from '../../components/icon-button.tsx'
import { toolsText } from '../../text/zh-CN/app/tools.ts'
import { Choice, Switch } from '../../ui/fields/choice.tsx'
import { ToggleGroup } from '../../ui/fields/toggle-group.tsx'
import { usePopover } from '../../ui/pop-up/use-popover.ts'
import { DENSITIES, LOCK_MINUTES } from './frame-choice-model.ts'
import type { useFrameChoice } from './use-frame-choice.ts'
import css from './view-settings.module.css'

const words = toolsText.view

/** How the pages look for this person: each change applies at once and is stored on the server. */
export const ViewSettings = ({ choice, ready, change }: ReturnType<typeof useFrameChoice>): ReactNode => {
  const { id, open, button, popover, onToggle } = usePopover('right', 'input')
  return (
    <>
      <IconButton
        ref={button}
        name={words.title}
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={open}
        disabled={!ready}
        icon={<path d="M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4" />}
      />
      <div
        id={id}
        ref={popover}
        popover="auto"
        role="dialog"
        aria-label={words.title}
        className={`pop-box ${css.panel}`}
        onToggle={onToggle}
      >
        {open ? (
          <>
            <div className={css.line} data-wide>
              <span>{words.tabs}</span>
              <Switch label={words.tabs} checked={choice.tabs} onChange={(tabs) => change({ tabs })} />
            </div>
            <div className={css.line}>
              <span>{words.density}</span>
              <ToggleGroup
                name="density"
                label={words.density}
                value={choice.density}
                options={DENSITIES.map((value) => ({ value, label: words.densities[value] }))}
                onChange={(density) => change({ density })}
              />
            </div>
            {canLock() ? (
              <div className={css.line}>
                <span>{words.lock}</span>
                <Choice
                  label={words.lock}
                  value={`${choice.lockMinutes}`}
                  options={LOCK_MINUTES.map((minutes) => ({
                    value: `${minutes}` as const,
                    label: words.lockAfter(minutes),
                  }))}
                  onChange={(chosen) =>
                    change({ lockMinutes: LOCK_MINUTES.find((minutes) => `${minutes}` === chosen) ?? 0 })
                  }
                />
              </div>
            ) : null}
          </>
        ) : null}
      </div>
    </>
  )
}
