import { sealPassword } from '@strata/contract/wrapper'
import type { PathId } from '@strata/domain/ids'
import { DEMO_APP_SECRET } from '../../platform/config.ts'
import type { TestDatabase } from '../../platform/testing/test-database.ts'
import { type Answered, callApp, headersOf, type Person, signedIn } from './person.ts'
import { growSmallTree, type SmallTree, TREE_AT } from './small-tree.ts'
import { wholeServer } from './whole-server.ts'

/** The whole server over the small tree, with a clock that the test controls. */
export interface PeopleServer {
  readonly tree: SmallTree
  now: number
  as(made: { accountId: number }, pathId: PathId, roleType?: 1 | 2): Promise<Person>
  post(person: Person | null, path: string, input?: Record<string, unknown>): Promise<Answered>
  get(person: Person | null, path: string, input?: Record<string, unknown>): Promise<Answered>
  /** Seals a password like the client; each wrapper works for one call. */
  seal(password: string): string
  signIn(account: string, password: string, verifyCode?: string): Promise<Answered>
  close(): Promise<void>
}

export async function peopleServer(database: Pick<TestDatabase, 'pool' | 'url'>): Promise<PeopleServer> {
  const tree = await growSmallTree(database.pool)
  const state = { now: TREE_AT + 3_600_000 }
  const { app } = await wholeServer(database, () => state.now)
  const call =
    (method: 'GET' | 'POST') =>
    (person: Person | null, path: string, input: Record<string, unknown> = {}) =>
      callApp(app, { method, path, input, headers: person ? headersOf(person) : {} })
  const post = call('POST')
  const seal = (password: string): string => sealPassword({ password, appSecret: DEMO_APP_SECRET, nowMs: state.now })
  return {
    tree,
    get now() {
      return state.now
    },
    set now(at: number) {
      state.now = at
    },
    as: (made, pathId, roleType = 2) => signedIn(database.pool, { ...made, pathId, roleType, now: state.now }),
    post,
    get: call('GET'),
    seal,
    signIn: (account, password, verifyCode) =>
      post(null, '/api/common/account/agentlogin', {
        account,
        password: seal(password),
        ...(verifyCode === undefined ? {} : { verifyCode }),
      }),
    close: async () => {
      await app.close()
    },
  }
}
