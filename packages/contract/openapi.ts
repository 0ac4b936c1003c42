/** The OpenAPI 3.1 document, generated from the registry. */

import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { ENDPOINTS } from './endpoints/index.ts'
import { CODES } from './errors.ts'
import { envelopeOf, exportStarted, parameterIssues } from './fields.ts'
import { LIVE_EVENTS } from './live.ts'
import { MERCHANT_HEADER, NONCE_HEADER, NONCE_PATTERN, SIGNATURE_HEADER, TIMESTAMP_HEADER } from './signature.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

const ROOM_NAMES: Readonly<Record<string, string>> = {
  access: '登录与账号',
  'sub-accounts': '子账号',
  tree: '层级、占成与退水',
  ledger: '资金',
  games: '彩种',
  book: '即时注单',
  replenishment: '补货与放飞',
  intake: '游戏平台接口',
  settlement: '开奖与结算',
  reports: '报表',
  notices: '公告与推送',
  admin: '平台管理',
}

type Components = Map<string, Json>

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A schema as JSON Schema 2020-12; its named parts are added to the components. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output', components: Components): JsonObject => {
  const { $schema: _dialect, $defs, ...body } = z.toJSONSchema(schema, { io }) as JsonObject
  const pointed = (value: Json): Json => {
    if (Array.isArray(value)) return value.map((part) => pointed(part as Json))
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [
        key,
        key === '$ref' && typeof part === 'string' ? part.replace('#/$defs/', '#/components/schemas/') : pointed(part),
      ]),
    )
  }
  if (isObject($defs)) for (const [name, part] of Object.entries($defs)) components.set(name, pointed(part))
  return pointed(body) as JsonObject
}

const headerParameter = (name: string, description: string): JsonObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const SESSION_HEADERS = [
  headerParameter('agentPathsId', '当前路径，登录前为0'),
  headerParameter('roleType', '1 管理端，2 代理端'),
]

const NONCE: JsonObject = {
  name: NONCE_HEADER,
  in: 'header',
  required: false,
  description: '每次调用使用新的随机值，须加入签名；带有此项的调用只处理一次，重复提交返回40009',
  schema: { type: 'string', pattern: NONCE_PATTERN.source },
}

const ISCLICK: JsonObject = {
  name: 'isclick',
  in: 'query',
  required: false,
  description: '由人操作时为true，服务器据此续期会话',
  schema: { enum: ['true', 'false'] },
}

const queryParameters = (request: JsonObject): JsonObject[] => {
  const properties = isObject(request['properties']) ? request['properties'] : {}
  const required = Array.isArray(request['required']) ? request['required'] : []
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

const securityOf = (call: Endpoint): Json => {
  if (call.auth === 'public') return []
  if (call.auth === 'signed') return [{ merchant: [], timestamp: [], signature: [] }]
  return call.auth === 'optional' ? [{}, { session: [] }] : [{ session: [] }]
}

const permissionText = (call: Endpoint): string => {
  const own = call.ownPermission === undefined ? '' : `；仅限本人：${[call.ownPermission].flat().join('、')}`
  return `权限：${[call.permission].flat().join('、')}${own}`
}

const answerContent = (call: Endpoint, components: Components): JsonObject => {
  if (call.answers === 'sse') {
    const events = Object.entries(LIVE_EVENTS).map(([event, schema]) => ({
      title: event,
      ...schemaOf(schema, 'output', components),
    }))
    return { 'text/event-stream': { schema: { oneOf: events } } }
  }
  if (call.answers === 'file') return { 'application/octet-stream': {} }
  const answer = schemaOf(envelopeOf(call.response), 'output', components)
  const refusal: JsonObject = { $ref: '#/components/schemas/Refusal' }
  const started: JsonObject = { $ref: '#/components/schemas/ExportStarted' }
  const json: JsonObject = {
    'application/json': { schema: { anyOf: [answer, refusal, ...(call.exportable ? [started] : [])] } },
  }
  return call.exportable ? { ...json, 'application/octet-stream': {} } : json
}

const operationOf = (call: Endpoint, components: Components): JsonObject => {
  const request = schemaOf(call.request, 'input', components)
  const body: JsonObject = { required: true, content: { 'application/json': { schema: request } } }
  const headers = call.auth === 'signed' ? [NONCE] : call.auth === 'public' ? [] : SESSION_HEADERS
  const query = call.method === 'GET' ? queryParameters(request) : []
  return {
    operationId: call.id,
    tags: [ROOM_NAMES[call.room] ?? call.room],
    summary: call.summary,
    description: permissionText(call),
    security: securityOf(call),
    parameters: [...headers, ...query, ISCLICK],
    ...(call.method === 'POST' ? { requestBody: body } : {}),
    responses: {
      200: { description: '业务结果', content: answerContent(call, components) },
      401: { $ref: '#/components/responses/SessionEnded' },
      413: { $ref: '#/components/responses/Refused' },
      429: { $ref: '#/components/responses/Refused' },
      500: { $ref: '#/components/responses/Refused' },
      503: { $ref: '#/components/responses/Refused' },
    },
    'x-write': call.write,
    'x-due': call.due,
  }
}

const refusalSchema = (components: Components): JsonObject => {
  const codes = Object.entries(CODES)
    .filter(([name]) => name !== 'ok')
    .map(([name, code]) => ({ const: code, title: name }))
  return {
    type: 'object',
    required: ['code', 'data', 'message', 'isSuccess'],
    properties: {
      code: { oneOf: codes },
      data: { anyOf: [schemaOf(parameterIssues, 'output', components), {}] },
      message: { type: 'string' },
      isSuccess: { const: false },
    },
  }
}

const key = (name: string): JsonObject => ({ type: 'apiKey', in: 'header', name })

/** The whole document as plain JSON. `calls` defaults to every call of the registry. */
export const openApiDocument = (calls: readonly Endpoint[] = ENDPOINTS): JsonObject => {
  const components: Components = new Map()
  const paths: Record<string, Record<string, Json>> = {}
  for (const call of calls) {
    const path = paths[call.path] ?? {}
    path[call.method.toLowerCase()] = operationOf(call, components)
    paths[call.path] = path
  }
  components.set('Refusal', refusalSchema(components))
  components.set('ExportStarted', schemaOf(envelopeOf(exportStarted), 'output', components))
  const refused: JsonObject = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } }
  return {
    openapi: '3.1.0',
    info: { title: 'Strata', version: '1' },
    tags: [...new Set(calls.map((call) => ROOM_NAMES[call.room] ?? call.room))].map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries(components),
      responses: {
        SessionEnded: { description: '会话不存在、过期或已结束', content: refused },
        Refused: { description: '请求过大、过频或系统错误', content: refused },
      },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer' },
        merchant: key(MERCHANT_HEADER),
        timestamp: key(TIMESTAMP_HEADER),
        signature: key(SIGNATURE_HEADER),
      },
    },
  }
}
