import { createClient, type Client } from 'graphql-ws'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { principalOf, startLiveGateway, type LiveGateway } from '#tests/support/live-gateway.ts'

/** Users of one account: anna sees everything, vera one app without payloads. */
let gateway: LiveGateway
const clients: Client[] = []

const row = {
  _id: 't1',
  type: 'task.a.b',
  alias: 'default',
  status: 'queued',
  at: new Date(2e12).toISOString(),
}

beforeEach(async () => {
  const membership = (role: string, fields: object = {}) => ({ role, userId: { _id: 'u' }, ...fields })
  gateway = await startLiveGateway({
    answers: {
      'GET capabilities': { version: '1', features: ['roles'] },
      'GET account': { _id: 'acc' },
      'GET apps/a1': { _id: 'a1' },
      'GET workqueues/w1': { _id: 'w1', appId: 'a1' },
      'GET tasks/backlog': [],
      'GET accounts/acc/memberships/user-anna': membership('owner'),
      'GET accounts/acc/memberships/user-vera': membership('viewer', { apps: ['a1'], payloads: 'hidden' }),
    },
  })
  gateway.principals.set('vera', principalOf('vera'))
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.dispose()
  await gateway.close()
})

interface Seen {
  rows: unknown[]
  resyncs: number
}

async function watch(user: string, query: string): Promise<Seen> {
  const client = createClient({ url: gateway.url, webSocketImpl: gateway.socketOf(user), retryAttempts: 0 })
  clients.push(client)
  const seen: Seen = { rows: [], resyncs: 0 }
  client.subscribe(
    { query },
    {
      next({ data, extensions }) {
        if ((extensions as { live?: { resync?: boolean } }).live?.resync) seen.resyncs++
        if (data) seen.rows.push(...[Object.values(data)[0]].flat())
      },
      error: () => {},
      complete: () => {},
    },
  )
  await vi.waitFor(() => expect(seen.resyncs).toBe(1))
  return seen
}

it('logs and tasks have no payloads for one who does not see them, and whole ones for others', async () => {
  const logs = 'subscription { workqueueLogs(appId: "a1", id: "w1") { id message } }'
  const [anna, vera] = [await watch('anna', logs), await watch('vera', logs)]
  const entry = { _id: 'l1', taskId: 't1', level: 'info', message: 'card 4711', timestamp: row.at }
  gateway.source.publish('apps.a1.workqueues.w1.tasks.logs', 'save', entry)
  await vi.waitFor(() => expect(vera.rows).toEqual([{ id: 'l1', message: '' }]))
  await vi.waitFor(() => expect(anna.rows).toEqual([{ id: 'l1', message: 'card 4711' }]))
})

it('what needs attention in other apps is not sent to one who sees some apps, who reads again', async () => {
  const attention = 'subscription { attention { event item { id sentence } } }'
  const [anna, vera] = [await watch('anna', attention), await watch('vera', attention)]
  const item = { _id: 'i1', kind: 'failure', sentence: 'Of another app' }
  gateway.source.publish('accounts.acc.attention', 'save', item)
  await vi.waitFor(() => expect(anna.rows).toHaveLength(1))
  await vi.waitFor(() => expect(vera.resyncs).toBe(2), 3000)
  expect(vera.rows).toEqual([])
})

it('the backlog counts only the apps that its user sees', async () => {
  const backlog = 'subscription { backlog { type queued } }'
  const [vera, anna] = [await watch('vera', backlog), await watch('anna', backlog)]
  const token = () => gateway.upstream.calls.at(-1)?.caller?.token
  gateway.upstream.answers['GET apps/a2'] = () => {
    if (token() === 'token-vera') throw new Error('not hers')
    return { _id: 'a2' }
  }
  gateway.source.publish('tasks', 'status', { ...row, appId: 'a2' })
  await vi.waitFor(() => expect(anna.rows).toEqual([{ type: 'task.a.b', queued: 1 }]))
  gateway.source.publish('tasks', 'status', { ...row, appId: 'a1', type: 'task.c.d' })
  await vi.waitFor(() => expect(vera.rows).toEqual([{ type: 'task.c.d', queued: 1 }]))
})

it('a platform without roles is not asked for memberships', async () => {
  gateway.upstream.answers['GET capabilities'] = { version: '1', features: [] }
  await watch('vera', 'subscription { backlog { type } }')
  expect(gateway.upstream.calls.filter(({ call }) => call.path.includes('memberships'))).toEqual([])
})
