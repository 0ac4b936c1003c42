import type { PathId } from '@strata/domain/ids'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { CallId, ReadCallId, WriteCallId } from './calls/index.ts'
import { endpoint, type ParsedRequestOf, type RequestOf, type ResponseOf } from './endpoint.ts'
import type { logout } from './endpoints/access.ts'
import { specialNumbers } from './endpoints/book.ts'
import type { EndpointById } from './endpoints/index.ts'
import type { balance } from './endpoints/ledger.ts'
import type { deliveryQuery } from './endpoints/reports.ts'
import { nothing, readRequest } from './fields.ts'
import { PERMISSION } from './permissions.ts'

describe('types of a call', () => {
  test('request sent, request parsed and response have their own types', () => {
    expectTypeOf<RequestOf<typeof specialNumbers>['amount']>().toEqualTypeOf<'total' | 'held' | 'net' | undefined>()
    expectTypeOf<ParsedRequestOf<typeof specialNumbers>['amount']>().toEqualTypeOf<'total' | 'held' | 'net'>()
    expectTypeOf<
      ResponseOf<typeof specialNumbers>['rows'][number]['plays'][number]['netAmount']
    >().toEqualTypeOf<string>()
    expectTypeOf<ResponseOf<typeof logout>>().toEqualTypeOf<null>()
    expectTypeOf<ParsedRequestOf<typeof balance>['agentPathsId']>().toEqualTypeOf<PathId | undefined>()
    expectTypeOf<ParsedRequestOf<typeof deliveryQuery>['pageSize']>().toEqualTypeOf<10 | 20 | 50 | 100>()
    expectTypeOf(specialNumbers.id).toEqualTypeOf<'book.tmzx1'>()
  })

  test('a call with an id outside the permission table does not compile', () => {
    const base = { id: 'x.y', method: 'POST', path: '/api/common/x', summary: '' } as const
    const schemas = { request: readRequest({}), response: nothing }
    // @ts-expect-error: 12345 is no permission
    endpoint({ ...base, permission: 12345 }, schemas)
    // @ts-expect-error: a permission has to be named
    endpoint(base, schemas)
    expect(endpoint({ ...base, permission: PERMISSION.boards }, schemas).auth).toBe('session')
  })

  test('a call is found by its id', () => {
    expectTypeOf<EndpointById['book.tmzx1']>().toEqualTypeOf<typeof specialNumbers>()
    expectTypeOf<keyof EndpointById>().toEqualTypeOf<CallId>()
    expectTypeOf<'tree.setTerms'>().toExtend<WriteCallId>()
    expectTypeOf<'tree.getGameInfos'>().toExtend<ReadCallId>()
  })
})
