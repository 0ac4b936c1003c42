import * as reportCalls from '@strata/contract/calls/reports'
import * as treeCalls from '@strata/contract/calls/tree'
import { PERMISSION } from '@strata/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useOwnRole } from '../../api/own-role.ts'
import { queryOf } from '../../api/queries.ts'
import { canLock, lockScreen } from '../../api/screen-lock.ts'
import { useSession } from '../../api/session.ts'
import { useGameInfos } from '../../api/shared-queries.ts'
import { businessDay } from '../../lib/day-starts.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { lockText } from '../../text/zh-CN/app/lock.ts'
import { toolsText } from '../../text/zh-CN/app/tools.ts'
import { signOut } from '../frame/sign-out.ts'
import { hasHome, menuLeaves, useMenu } from '../menu.ts'
import { nextTheme, setTheme } from '../tools/theme-switch.tsx'
import { showKeys } from './open-tool.ts'
import { askedOf, creationsBelow, type Hit, matching, palettePages, paletteViews, periodsOf } from './palette-model.ts'

const words = toolsText.palette
const REST_MS = 250
const MAX_ACCOUNTS = 6

/** A text once nothing was typed for a moment, so that not every letter asks the server. */
const useRested = (text: string): string => {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

const useHolds = (): ((id: number) => boolean) => {
  const held = useSession((session) => session.permissionIds)
  const isAgent = useSession((session) => session.account?.accountType === 2)
  return (id) => isAgent && held.includes(id)
}

/** A form for each role that may be created below the own path. */
const useCreations = (): readonly Hit[] => {
  const may = useHolds()(PERMISSION.createAccounts)
  const role = useOwnRole()
  return may ? creationsBelow(role) : []
}

const useActions = (): readonly Hit[] => {
  const theme = useSession((session) => session.theme)
  const next = nextTheme(theme)
  const action = (name: string, run: () => void): Hit => ({ id: name, name, under: words.action, run })
  return [
    ...useCreations(),
    action(toolsText.actions.theme(toolsText.themes[next]), () => setTheme(next)),
    action(toolsText.actions.keys, showKeys),
    ...(canLock() ? [action(lockText.button, lockScreen)] : []),
    action(toolsText.actions.signOut, () => void signOut()),
  ]
}

/** Accounts below whose name or nickname contains the text; they open in the list of accounts. */
const useAccountHits = (typed: string): readonly Hit[] => {
  const may = useHolds()(PERMISSION.accounts)
  const { account } = askedOf(typed)
  const found = useQuery({
    ...queryOf(treeCalls.agentQuery, { keyword: account ?? '', pageIndex: 1, pageSize: 20 }),
    enabled: may && account !== null,
  }).data
  if (!may || account === null) return []
  return (found?.items ?? []).slice(0, MAX_ACCOUNTS).map((row) => ({
    id: `account-${row.agentPathsId}`,
    name: row.nickname ? `${row.accountName} ${row.nickname}` : row.accountName,
    under: `${words.account} · ${appText.roles[row.roleId] ?? ''}`,
    path: `/agent/accounts/index?q=${encodeURIComponent(row.accountName)}`,
  }))
}

/** The order of a number, if the caller may see it; it opens in the orders of its day. */
const useOrderHits = (typed: string): readonly Hit[] => {
  const may = useHolds()(PERMISSION.reportDetails)
  const { orderNo } = askedOf(typed)
  const order = useQuery({
    ...queryOf(reportCalls.orderDetailQuery, { orderNo: orderNo ?? '' }),
    enabled: may && orderNo !== null,
    retry: false,
  }).data
  if (!order || orderNo === null) return []
  const day = businessDay(order.at)
  return [
    {
      id: `order-${orderNo}`,
      name: words.orderNo(orderNo),
      under: `${words.order} · ${order.accountName}`,
      path: `/reports/details?from=${day}&to=${day}&orderNo=${orderNo}&bet=${orderNo}`,
    },
  ]
}

const usePeriodHits = (typed: string): readonly Hit[] => {
  const isAgent = useSession((session) => session.account?.accountType === 2)
  const games = useGameInfos().data ?? []
  return periodsOf(games, typed).map(({ gameType, gameName, periodNo }) => ({
    id: `period-${gameType}-${periodNo}`,
    name: words.periodNo(gameName, periodNo),
    under: words.period,
    path: isAgent
      ? `/agent/bet/instant?game=${gameType}`
      : `/admin/game/result?game=${gameType}&period=${encodeURIComponent(periodNo)}`,
  }))
}

/** Parts of pages under names of their own. Before anything is typed the pages themselves are enough. */
const useViews = (typed: string): readonly Hit[] => {
  const entries = useMenu((menu) => menu.entries)
  const permissionIds = useSession((session) => session.permissionIds)
  const isSubAccount = useSession((session) => session.account?.mainAccountId !== 0)
  return typed.trim() === '' ? [] : paletteViews(menuLeaves(entries), { permissionIds, isSubAccount })
}

/** What a text finds: pages and actions at once, accounts, orders and periods as the server answers. */
export const useHits = (typed: string): readonly Hit[] => {
  const entries = useMenu((menu) => menu.entries)
  const views = useViews(typed)
  const actions = useActions()
  const rested = useRested(typed)
  const accounts = useAccountHits(rested)
  const orders = useOrderHits(rested)
  const periods = usePeriodHits(typed)
  const home: readonly Hit[] = hasHome() ? [{ id: '/', name: appText.home, path: '/', under: '' }] : []
  return [
    ...orders,
    ...matching([...home, ...palettePages(entries), ...views], typed),
    ...accounts,
    ...periods,
    ...matching(actions, typed),
  ]
}
