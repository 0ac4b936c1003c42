/** The signed calls as integrators read them: generated from the registry. */

import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { ENDPOINTS } from './endpoints/index.ts'
import { FIELD_LABELS } from './labels.ts'

export type FieldDoc = {
  /** `bets[].betNo`: a field of each item of a list. */
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  /** Its Chinese name; empty: it has none. */
  readonly label: string
}

export type CallDoc = {
  readonly id: string
  readonly path: string
  readonly summary: string
  readonly request: readonly FieldDoc[]
  readonly answer: readonly FieldDoc[]
  /** A request that passes the schema. */
  readonly example: string
}

type Node = { readonly [key: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const nodesIn = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : [])

const NAMES: Readonly<Record<string, string>> = {
  string: '文本',
  integer: '整数',
  number: '数字',
  boolean: '是否',
  object: '对象',
  array: '列表',
  null: '空',
}

/** Fields that only answers have. */
const ANSWER_LABELS: Readonly<Record<string, string>> = {
  accepted: '是否接受',
  at: '下注时间',
  commitment: '种子承诺（SHA-256）',
  committedAt: '承诺时间',
  corrected: '结算后是否更正过',
  found: '是否找到',
  gameName: '彩种名称',
  itemName: '投注项名称',
  notStored: '曾接受，但单笔已不再保存',
  payout: '派彩',
  playName: '玩法名称',
  results: '逐项结果',
  seed: '种子（开奖后公布）',
  tier: '奖级',
  would: '若正式发布会得到的结果',
}

const lengthOf = ({ minLength, maxLength }: Node): string => {
  if (typeof maxLength !== 'number') return ''
  return minLength === maxLength ? ` ${maxLength}字` : ` 最多${maxLength}字`
}

/** The type of a field in words: with its values, or its longest text. */
const typeOf = (node: Node): string => {
  if (node['const'] !== undefined) return JSON.stringify(node['const'])
  if (Array.isArray(node['enum'])) return node['enum'].map((value) => JSON.stringify(value)).join(' | ')
  const choices = [...nodesIn(node['anyOf']), ...nodesIn(node['oneOf'])]
  if (choices.length > 0) return [...new Set(choices.map(typeOf))].join(' | ')
  const items = node['items']
  if (node['type'] === 'array' && isNode(items)) return `${typeOf(items)}[]`
  const names = [node['type']].flat().map((name) => NAMES[String(name)] ?? '任意')
  return `${names.join(' | ')}${lengthOf(node)}`
}

/** The objects that a node may be, also within a list. */
const objectsOf = (node: Node): readonly { readonly object: Node; readonly suffix: string }[] => {
  if (isNode(node['properties'])) return [{ object: node, suffix: '' }]
  const items = node['items']
  if (isNode(items)) return objectsOf(items).map(({ object, suffix }) => ({ object, suffix: `[]${suffix}` }))
  return [...nodesIn(node['anyOf']), ...nodesIn(node['oneOf'])].flatMap(objectsOf)
}

const propertiesOf = ({ properties }: Node): Node => (isNode(properties) ? properties : {})

const fieldsOf = (node: Node, before = ''): FieldDoc[] => {
  const found = new Map<string, FieldDoc>()
  const objects = objectsOf(node)
  for (const { object, suffix } of objects) {
    const required = Array.isArray(object['required']) ? object['required'] : []
    const prefix = before === '' ? '' : `${before}${suffix}.`
    for (const [key, part] of Object.entries(propertiesOf(object))) {
      if (!isNode(part)) continue
      const name = `${prefix}${key}`
      // A field that only one of several answers has is not always there.
      const inAll = objects.every((other) => key in propertiesOf(other.object))
      const isRequired = required.includes(key) && inAll
      if (!found.has(name))
        found.set(name, { name, type: typeOf(part), isRequired, label: FIELD_LABELS[key] ?? ANSWER_LABELS[key] ?? '' })
      for (const inner of fieldsOf(part, name)) if (!found.has(inner.name)) found.set(inner.name, inner)
    }
  }
  return [...found.values()]
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Node =>
  z.toJSONSchema(schema, { io, reused: 'inline' }) as Node

/** One valid request for every signed call. */
const EXAMPLES: Readonly<Record<string, object>> = {
  'games.recOddsQuery': { gameId: 1, pankou: 'A' },
  'games.recCommitment': { gameId: 1, periodNo: '20261123001' },
  'intake.orderCreate': {
    bets: [
      {
        betNo: 'my-bet-1',
        account: 'mem0001',
        gameId: 3,
        periodNo: '2026131',
        playCode: 'TM_LM',
        itemCode: 'DA',
        odds: '1.98',
        stake: '100',
      },
    ],
  },
  'intake.orderQuery': { betNos: ['my-bet-1'] },
  'groups.message': { messageId: 'm-1', channelId: '-1001', account: 'mem0001', text: '帮助' },
  'settlement.drawPublish': { gameId: 1, periodNo: '20261123001', result: [1, 2, 3, 4, 5] },
  'settlement.drawTrial': { gameId: 1, periodNo: '20261123001', result: [1, 2, 3, 4, 5] },
}

const docOf = (call: Endpoint): CallDoc => ({
  id: call.id,
  path: call.path,
  summary: call.summary,
  request: fieldsOf(schemaOf(call.request, 'input')),
  answer: fieldsOf(schemaOf(call.response, 'output')),
  example: JSON.stringify(EXAMPLES[call.id] ?? {}),
})

/** Every signed call, in the order of the registry. */
export const signedCallDocs = (): CallDoc[] => ENDPOINTS.filter(({ auth }) => auth === 'signed').map(docOf)
