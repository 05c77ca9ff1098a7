import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A row of an app's list, with the fields that the console shows. */
export type LiveRow = Record<string, unknown> & { _id: string; appId: string }

/**
 * The platform behind a gateway in trials of live updates: users, rights, rows and a backlog, as plain data
 * to change.
 */
export interface LivePlatform {
  url: string
  /** Accounts of each user; a user without an entry is in `account-a`. */
  memberships: Map<string, Set<string>>
  /** The account that owns an app; an app without an entry belongs to all accounts. */
  appAccounts: Map<string, string>
  /** Workqueues by id. */
  rows: Map<string, LiveRow>
  backlog: (accountId: string) => unknown[]
  /** Tokens that are no longer valid. */
  deadTokens: Set<string>
  /** While true, the exchange of tokens fails. */
  refuseRefresh: boolean
  /** While true, every call answers 503. */
  away: boolean
  /** `METHOD path` of every call, in order. */
  calls: string[]
  /** Answers that replace the usual ones, by `METHOD path`; promises are awaited. */
  answers: Map<string, () => unknown>
  close(): Promise<void>
}

interface Call {
  method: string
  path: string
  query: URLSearchParams
  body: Record<string, string>
  token: string
  userId: string
  accountId: string
}

/** All passwords are accepted: `{name}@example.org` is the user `user-{name}`. */
export async function startLivePlatform(port = 0): Promise<LivePlatform> {
  let tokens = 0
  const accountsOf = (userId: string) => platform.memberships.get(userId) ?? new Set(['account-a'])
  const mayRead = ({ userId, accountId }: Call, appId: string) =>
    accountsOf(userId).has(accountId) && (platform.appAccounts.get(appId) ?? accountId) === accountId

  function answer(call: Call): unknown {
    const { method, path, body, userId, accountId } = call
    const own = platform.answers.get(`${method} ${path}`)
    if (own) return own()
    if (path === 'users/login') {
      const _id = `user-${body['email']?.split('@')[0]}`
      return { token: `${_id} ${tokens++}`, user: { _id, email: body['email'] } }
    }
    if (path === 'health') return { ok: true }
    if (platform.deadTokens.has(call.token)) return 401
    if (path === 'users/logout') return platform.deadTokens.add(call.token) && 204
    if (path === 'users/refreshToken')
      return platform.refuseRefresh ? 401 : { token: `${userId} ${tokens++}` }
    if (path === 'tasks/backlog') return accountsOf(userId).has(accountId) ? platform.backlog(accountId) : 403
    const [kind = '', id, sub, member] = path.split('/')
    if (kind === 'user') {
      const names = [...accountsOf(userId)].map((account) => [account, { name: account }])
      return { _id: userId, email: `${userId}@example.org`, userAccountHash: Object.fromEntries(names) }
    }
    if (kind === 'accounts' && sub === 'memberships' && method === 'DELETE' && member) {
      platform.memberships.set(member, new Set([...accountsOf(member)].filter((account) => account !== id)))
      return 204
    }
    if (kind === 'account')
      return accountsOf(userId).has(accountId) ? { _id: accountId, name: accountId } : 403
    if (kind === 'apps' && id) return mayRead(call, id) ? { _id: id, name: id, description: id } : 404
    if (kind === 'workqueues' && id) {
      const row = platform.rows.get(id)
      return row && mayRead(call, row.appId) ? row : 404
    }
    if (kind === 'workqueues') {
      const appId = call.query.get('appId') ?? ''
      const rows = [...platform.rows.values()].filter((row) => row.appId === appId)
      const size = Number(call.query.get('pagesize') ?? rows.length)
      return mayRead(call, appId) ? { data: rows.slice(0, size), total: rows.length } : 404
    }
    return 404
  }

  async function callOf(request: IncomingMessage): Promise<Call> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? '', 'http://platform')
    const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
    return {
      method: request.method ?? '',
      path: url.pathname.replace('/api/', ''),
      query: url.searchParams,
      body: chunks.length ? (JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>) : {},
      token,
      userId: token.split(' ')[0] ?? '',
      accountId: String(request.headers['account-id'] ?? ''),
    }
  }

  const server = createServer((request, response) => {
    void (async () => {
      const call = await callOf(request)
      platform.calls.push(`${call.method} ${call.path}`)
      const given = platform.away ? 503 : await answer(call)
      const status = typeof given === 'number' ? given : 200
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(status === 204 ? '' : JSON.stringify(status === 200 ? given : { message: `${status}` }))
    })()
  })
  const platform: LivePlatform = {
    url: '',
    memberships: new Map(),
    appAccounts: new Map(),
    rows: new Map(),
    backlog: () => [],
    deadTokens: new Set(),
    refuseRefresh: false,
    away: false,
    calls: [],
    answers: new Map(),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  platform.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return platform
}

/** A whole workqueue as a platform sends it. */
export function liveRow(fields: { _id: string } & Partial<LiveRow>): LiveRow {
  const moment = '2026-11-20T08:00:00.000Z'
  return {
    appId: 'a1',
    name: 'Parcel intake',
    description: 'lot 4411',
    tags: ['nightly'],
    status: 'started',
    planId: null,
    rerunOf: null,
    parentTaskId: null,
    created: moment,
    createdBy: 'ada@example.org',
    started: moment,
    ended: null,
    updatedBy: 'engine',
    ...fields,
  }
}
