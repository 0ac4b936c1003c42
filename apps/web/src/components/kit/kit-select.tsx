import { Select, type SelectProps } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { KitTheme } from './kit-theme.tsx'

type Option = { readonly value: string; readonly label: string }
/** The kit's select, for one searchable value or several. Opens when mounted. */
export type KitSelectProps<V> = Omit<SelectProps<V, Option>, 'open' | 'autoFocus' | 'defaultOpen'>

const Fetched = <V,>({ onOpenChange, ...props }: KitSelectProps<V>): ReactNode => {
  const [open, setOpen] = useState(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, that it came open
  useEffect(() => onOpenChange?.(true), [])
  return (
    <KitTheme>
      <Select<V, Option>
        {...props}
        autoFocus
        open={open}
        onOpenChange={(next) => {
          setOpen(next)
          onOpenChange?.(next)
        }}
      />
    </KitTheme>
  )
}

export const KitSelect = (props: KitSelectProps<string>): ReactNode => <Fetched {...props} />
export const KitMultiSelect = (props: KitSelectProps<string[]>): ReactNode => <Fetched {...props} />
