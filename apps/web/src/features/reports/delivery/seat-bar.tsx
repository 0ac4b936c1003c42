import type { ReactNode } from 'react'
import type { TrailStep } from '../../../components/crumbs.tsx'
import { reportText } from '../../../text/zh-CN/rooms/report.ts'
import css from './delivery.module.css'

type Props = {
  /** The path whose report is shown; null: the user's own. */
  readonly seat: TrailStep | null
  /** A path that was opened in the user's own report. */
  readonly opened: TrailStep | null
  readonly onSeat: (agentPathsId: number | null) => void
}

/** Switches to the report as a downline sees it, which is not a part of the user's own. */
export const SeatBar = ({ seat, opened, onSeat }: Props): ReactNode => {
  if (seat)
    return (
      <p className={`${css.seatBar} ${css.seatBarOn}`} role="status">
        {reportText.seatNote(seat.accountName)}{' '}
        <button type="button" className="link-button" onClick={() => onSeat(null)}>
          {reportText.seatLeave}
        </button>
      </p>
    )
  if (!opened) return null
  return (
    <p className={css.seatBar}>
      <button type="button" className="link-button" onClick={() => onSeat(opened.agentPathsId)}>
        {reportText.seatOf(opened.accountName)}
      </button>
    </p>
  )
}
