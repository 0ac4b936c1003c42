import { endpointById } from '@strata/contract/endpoints'
import { expect, test } from 'vitest'
import { signInCall as adminSignInCall } from '../portals/admin/portal.ts'
import { signInCall } from '../portals/agent/portal.ts'
import { carriesClick } from './click.ts'
import * as flyOut from './fly-out-calls.ts'
import * as merchants from './merchant-calls.ts'
import * as people from './people-calls.ts'
import * as open from './public-calls.ts'

test.each(Object.entries({ ...flyOut, ...merchants, ...people, ...open, signInCall, adminSignInCall }))(
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
