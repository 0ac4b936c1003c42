import { endpointById } from '@strata/contract/endpoints'
import { expect, test } from 'vitest'
import * as calls from './calls.ts'
import { carriesClick } from './click.ts'
import * as entryCalls from './entry-calls.ts'
import * as exportCalls from './export-calls.ts'
import * as frameCalls from './frame-calls.ts'
import * as reportCalls from './report-calls.ts'
import * as warningCalls from './warning-calls.ts'

test.each(Object.entries({ ...calls, ...entryCalls, ...exportCalls, ...frameCalls, ...reportCalls, ...warningCalls }))(
  '%s is the contract’s',
  (_name, call) => {
    const endpoint = endpointById(call.id)
    expect(endpoint).toBeDefined()
    expect(endpoint?.method).toBe(call.method)
    expect(endpoint?.path).toBe(call.path)
    expect(endpoint?.isclick).toBe(carriesClick(call.path))
    expect(call.isclick ?? true).toBe(endpoint?.isclick)
  },
)
