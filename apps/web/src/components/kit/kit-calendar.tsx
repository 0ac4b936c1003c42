import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import type { KeyboardEvent, ReactNode } from 'react'
import type { TimeKind } from '../../lib/typed-time.ts'
import { timeFieldText as words } from '../../text/zh-CN/shared/time-field.ts'
import { CALENDAR } from './calendar-part.tsx'
import { KitTheme } from './kit-theme.tsx'

/** As a browser's own fields write them. */
const FIELD = { day: 'YYYY-MM-DD', minute: 'YYYY-MM-DDTHH:mm', second: 'YYYY-MM-DDTHH:mm:ss' } as const
const CLOCK = { day: false, minute: { format: 'HH:mm' }, second: { format: 'HH:mm:ss' } } as const

type Props = {
  readonly kind: TimeKind
  readonly value: string
  readonly min: string | undefined
  readonly className: string | undefined
  readonly onPick: (value: string) => void
  readonly onClose: () => void
}

/** The calendar of a field that is typed; opens when mounted. Escape closes it and not the dialog around it. */
export const KitCalendar = ({ kind, value, min, className = '', onPick, onClose }: Props): ReactNode => (
  <KitTheme>
    <DatePicker
      {...CALENDAR}
      aria-label={words.calendar}
      className={className}
      autoFocus
      open
      allowClear={false}
      // The kit's own 此刻 is the time of the browser, and the fields are the business's.
      showNow={false}
      showTime={CLOCK[kind]}
      defaultValue={value === '' ? null : dayjs(value)}
      disabledDate={(one) => min !== undefined && one.format(FIELD.day) < min}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        event.nativeEvent.stopImmediatePropagation()
        onClose()
      }}
      onChange={(one) => {
        if (one) onPick(one.format(FIELD[kind]))
      }}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    />
  </KitTheme>
)
