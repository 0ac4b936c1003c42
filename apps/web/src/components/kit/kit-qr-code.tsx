import { QRCode } from 'antd'
import type { ReactNode } from 'react'
import { KitTheme } from './kit-theme.tsx'

/** Dark on light whatever the theme: phones read no other. */
export const KitQrCode = ({ value, size }: { readonly value: string; readonly size: number }): ReactNode => (
  <KitTheme>
    <QRCode type="svg" value={value} size={size} color="#000000" bgColor="#ffffff" bordered={false} />
  </KitTheme>
)
