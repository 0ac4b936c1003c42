import { QRCode } from 'antd'
import type { ReactNode } from 'react'
import { KitTheme } from './kit-theme.tsx'

/** Dark on light in both themes, because many phones cannot read the inverse. */
export const KitQrCode = ({ value, size }: { readonly value: string; readonly size: number }): ReactNode => (
  <KitTheme>
    <QRCode type="svg" value={value} size={size} color="#000000" bgColor="#ffffff" bordered={false} />
  </KitTheme>
)
