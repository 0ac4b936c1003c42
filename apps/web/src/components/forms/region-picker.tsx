import { useQuery } from '@tanstack/react-query'
import { Cascader } from 'antd'
import { type ReactNode, useState } from 'react'
import { pinyinInitials } from '../../lib/pinyin.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { KitTheme } from '../kit/kit-theme.tsx'

export type RegionCodes = { readonly provinceCode: string; readonly cityCode: string; readonly districtCode: string }

type Option = { value: string; label: string; initials: string; children?: Option[] }

/** The list is a chunk of its own: loaded when a picker is first opened, or a code must be shown by name. */
const loadOptions = async (): Promise<Option[]> => {
  const { provinces, regionsBelow, regionLabel } = await import('@strata/regions')
  const option = (region: Parameters<typeof regionLabel>[0]): Option => {
    const label = regionLabel(region)
    const below = regionsBelow(region.Code).map(option)
    return {
      value: region.Code,
      label,
      initials: pinyinInitials(label),
      ...(below.length > 0 ? { children: below } : {}),
    }
  }
  return provinces().map(option)
}

export const codesOf = (value: readonly string[]): RegionCodes => {
  const [provinceCode = '', cityCode = '', districtCode = ''] = value
  return { provinceCode, cityCode, districtCode }
}

type Props = {
  readonly id: string
  readonly value: RegionCodes
  readonly onChange: (value: RegionCodes) => void
  readonly changed?: boolean
  readonly disabled?: boolean
}

/** Query key; the data is part of the build and not of any call. */
const REGIONS_KEY = ['regions'] as const

/** Province, city and district in one field; they can be searched by name or pinyin initials. */
export const RegionPicker = ({ id, value, onChange, changed = false, disabled = false }: Props): ReactNode => {
  const codes = [value.provinceCode, value.cityCode, value.districtCode].filter((code) => code !== '')
  const [wanted, setWanted] = useState(false)
  const regions = useQuery({
    queryKey: REGIONS_KEY,
    queryFn: loadOptions,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: wanted || codes.length > 0,
  })
  return (
    <KitTheme>
      <Cascader<Option>
        id={id}
        className={changed ? 'region region-changed' : 'region'}
        options={regions.data ?? []}
        value={codes}
        disabled={disabled}
        changeOnSelect
        allowClear
        placeholder={peopleText.details.regionHint}
        notFoundContent={regions.isFetching ? peopleText.details.regionLoading : undefined}
        onOpenChange={(open) => {
          if (open) setWanted(true)
        }}
        onChange={(chosen) => onChange(codesOf(chosen ?? []))}
        showSearch={{
          limit: 50,
          filter: (text, path) => {
            const asked = text.trim().toLowerCase()
            const last = path.at(-1)
            return last !== undefined && (last.label.includes(asked) || last.initials.startsWith(asked))
          },
        }}
      />
    </KitTheme>
  )
}
