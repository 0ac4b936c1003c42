import type { Endpoint } from '@strata/contract/endpoint'
import { ENDPOINTS } from '@strata/contract/endpoints'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { EXPORT_SOURCES } from './export-sources.ts'

/** Calls that answer rows but have no file, each with its reason. */
const NO_FILE: Readonly<Record<string, string>> = {
  'access.adminLogin': 'who signed in and the paths they may act for',
  'access.agentLogin': 'who signed in and the paths they may act for',
  'access.demoOutbox': 'messages of the demo world, before sign-in',
  'access.lookEnter': 'who looks, and the paths of the merchant that is looked into',
  'access.ownPaths': 'the few paths that one login acts for',
  'access.downlinesOnline': 'who is here at this moment; the log of sign-ins has a file',
  'access.changesSince': 'a summary of the change log, which has a file',
  'access.sessionQuery': 'a handful of devices that one may sign out',
  'sub-accounts.templates': 'choices of a form',
  'tree.bulkTermsQuery': 'how far one change is; what it changed is in the change log',
  'tree.getGameInfos': 'the terms of one path, as its form shows them',
  'tree.maxFillQuery': 'settings, filled in and pasted in place; their changes are in the change log',
  'games.gameHub': 'choices of the header',
  'games.gameTypes': 'the catalogue',
  'games.oddsQuery': 'prices of this second, without pages; boards have them beside each item',
  'games.recGameInfos': 'the clocks of the header',
  'book.todayWinLose': 'figures of the header; the classification report has them by game and by day',
  'book.orderRoll': 'the newest hundred rows of the order list',
  'book.scenario': 'a chart of one moment, worked out from the figures of the board',
  'book.warningQuery': 'settings; their changes are in the change log',
  'book.oddsDropQuery': 'settings; what they did is in the drop log',
  'book.oddsDropNow': 'figures of this second; the drop log has a file of how they came about',
  'replenishment.query': 'settings; their changes are in the change log',
  'replenishment.pilotOutQuery': 'settings; their changes are in the change log',
  'replenishment.pilotBooks': 'choices of a form',
  'access.accountInfo': 'one account; the list of accounts has all of them',
  'replenishment.advise': 'a proposal for the form beside it',
  'groups.getGroupCommand': 'settings of one group',
  'groups.groupDropdown': 'choices of a form',
  'settlement.periodProgress': 'the versions of one period and what they posted; periods are a list of their own',
  'settlement.proposalQuery': 'what waits for a decision; what was decided is in the change log',
  'reports.orderDetailQuery': 'one order; the order list has all of them',
  'reports.exportQuery': 'the download list itself',
  'notices.leaseNotice': 'a bar about the leases that end; operators have them in the list of merchants',
  'notices.maintenanceNotice': 'the windows in force; operators have them on the maintenance page',
  'notices.bulletinMessage': 'the few notices that run now; operators have all of them in the notice list',
  'admin.merchantKeyQuery': 'the few keys of one merchant, beside what is done with them',
  'admin.userSessions': 'a handful of devices that one may sign out',
  'admin.jobQuery': 'what is not done at this moment',
  'admin.verifyQuery': 'the history of runs; each is in the change log too',
  'admin.channelQuery': 'settings; their changes are in the change log',
  'admin.bookQuery': 'settings; their changes are in the change log',
  'admin.healthQuery': 'figures of this moment',
  'admin.integrationQuery': 'the contract, as a page',
  'admin.home': 'what needs a person at this moment; merchants and periods are lists of their own',
  'admin.merchantTerms': 'the terms that a new merchant may start with, as its form shows them',
  'admin.monthQuery': 'one month of periods, opened in place; periods are a list of their own',
  'admin.scheduleQuery': 'settings; their changes are in the change log',
  'admin.schedulePreview': 'a proposal for the form beside it',
  'admin.gameQuery': 'settings of four games',
  'admin.playQuery': 'the plays of one game, beside what is done with them',
  'admin.sourceQuery': 'a handful of result sources',
  'games.rulesInForce': 'the rules of four games, beside their text',
  'admin.maintenanceQuery': 'settings; their changes are in the change log',
  'admin.systemConfigQuery': 'settings; their changes are in the change log',
  'admin.pankouSettingQuery': 'settings; their changes are in the change log',
  'admin.oddsVersions': 'a page of versions to go back to; odds/query has a file of their changes',
}

type Schema = { type?: string; items?: Schema; properties?: Record<string, Schema>; anyOf?: Schema[] }

const isRows = ({ type, items }: Schema): boolean => type === 'array' && items?.type === 'object'

/** Whether the answer is a list or contains one. */
function hasRows(call: Endpoint): boolean {
  if (call.write || call.auth === 'signed' || call.answers !== 'json') return false
  const schema = z.toJSONSchema(call.response, { unrepresentable: 'any', io: 'output' }) as Schema
  return [schema, ...Object.values(schema.properties ?? {})].some(isRows)
}

/** The endpoint of a call id. */
const endpointById = (id: string) => ENDPOINTS.find((call) => call.id === id)
const exceptions = Object.keys(NO_FILE).filter((id) => endpointById(id) !== undefined)

const ids = (calls: readonly { readonly id: string }[]): string[] => calls.map(({ id }) => id).sort()

test('every list of the contract has a file source or a reason not to have one', () => {
  const lists = ids(ENDPOINTS.filter(hasRows))
  const sources = ids(EXPORT_SOURCES)
  expect(lists.filter((id) => !sources.includes(id) && !(id in NO_FILE))).toEqual([])
  expect(lists.length).toBe(sources.length + exceptions.length)
})

test('no list has both, and every exception is a list', () => {
  const lists = ids(ENDPOINTS.filter(hasRows))
  expect(exceptions.filter((id) => !lists.includes(id))).toEqual([])
  expect(exceptions.filter((id) => endpointById(id)?.exportable)).toEqual([])
})

test('every call with `export` has exactly one source, and no other call has one', () => {
  const exportable = ENDPOINTS.filter((call) => call.exportable && call.due === 'now')
  expect(ids(EXPORT_SOURCES)).toEqual(ids(exportable))
})

test('each source is that of its list', async () => {
  const loaded = await Promise.all(EXPORT_SOURCES.map(({ load }) => load()))
  expect(loaded.map(({ id }) => id)).toEqual(EXPORT_SOURCES.map(({ id }) => id))
})
