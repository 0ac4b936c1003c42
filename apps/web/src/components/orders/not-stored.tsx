import type { ReactNode } from 'react'
import { ordersText } from '../../text/zh-CN/shared/orders.ts'

/** Days are asked for whose single orders are no longer stored: the list below begins after them. */
export const NotStored = ({ day }: { readonly day: string | undefined }): ReactNode =>
  day === undefined ? null : (
    <p className="message-line" role="status">
      {ordersText.notStored(day)}
    </p>
  )
