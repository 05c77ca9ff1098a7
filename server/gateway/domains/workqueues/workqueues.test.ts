import { afterEach, expect, it } from 'vitest'
import { runOperation } from '#tests/support/graphql-calls.ts'
import { startLiveGateway, type LiveGateway } from '#tests/support/live-gateway.ts'
import { openInitialised } from '#tests/support/live-peer.ts'

let gateway: LiveGateway | null = null
afterEach(async () => {
  await gateway?.close()
  gateway = null
})

const run = { _id: 'w1', name: 'Run', status: 'started' }
const byId = { ...run, appId: 'a1', planId: 'p1' }
const whole = { ...run, appId: { _id: 'a1', name: 'One' }, planId: { id: 'p1', name: 'Nightly' } }

it.each([
  ['by id', byId],
  ['whole', whole],
])('a workqueue has the ids of its app and its plan, which are answered %s', async (_how, workqueue) => {
  const { data } = await runOperation('{ workqueue(id: "w1") { id appId planId } }', {
    'GET workqueues/w1': workqueue,
  })
  expect(data).toEqual({ workqueue: { id: 'w1', appId: 'a1', planId: 'p1' } })
})

it('a workqueue without a plan has none', async () => {
  const { data } = await runOperation('{ workqueue(id: "w1") { appId planId } }', {
    'GET workqueues/w1': { ...run, appId: 'a1', planId: '' },
  })
  expect(data).toEqual({ workqueue: { appId: 'a1', planId: null } })
})

it.each(['workqueue(appId: "a1", id: "w1") { id }', 'workqueueTasks(appId: "a1", id: "w1") { id }'])(
  '%s is subscribed on a platform that returns whole apps, and only under that app',
  async (field) => {
    gateway = await startLiveGateway({ answers: { 'GET workqueues/w1': whole } })
    const origin = gateway.url.replace('ws', 'http').replace('/graphql', '')
    const peer = await openInitialised({ url: gateway.url, headers: { cookie: 'user=anna', origin } })
    const message = await peer.subscribe('own', { query: `subscription { ${field} }` })
    expect(message).toMatchObject({ type: 'next', payload: { extensions: { live: { resync: true } } } })
    const elsewhere = { query: `subscription { ${field.replace('a1', 'a2')} }` }
    expect(await peer.subscribe('other', elsewhere)).toMatchObject({
      type: 'error',
      payload: [{ extensions: { code: 'NOT_FOUND' } }],
    })
    peer.socket.close()
  },
)

it('workqueues that were asked for by their app have it where a platform does not answer it', async () => {
  const answers = {
    'GET workqueues': { data: [run], total: 1 },
    'POST workqueues': run,
    'POST plans/p1/run': run,
  }
  const { data } = await runOperation('{ workqueues(appId: "a1") { rows { id appId } } }', answers)
  expect(data).toEqual({ workqueues: { rows: [{ id: 'w1', appId: 'a1' }] } })
  const started = await runOperation(
    `mutation {
      startWorkqueue(appId: "a1", definition: {}) { appId }
      startPlan(appId: "a2", planId: "p1", initialState: {}) { appId }
      runPlan(id: "p1", appId: "a3", initialState: {}) { appId }
    }`,
    answers,
  )
  expect(started.data).toEqual({
    startWorkqueue: { appId: 'a1' },
    startPlan: { appId: 'a2' },
    runPlan: { appId: 'a3' },
  })
})

it.each([
  ['readable', { 'GET apps/a1': { _id: 'a1' } }, 'next'],
  ['not readable', {}, 'error'],
])('a workqueue whose app is not answered is subscribed under an app that is %s', async (_how, app, type) => {
  gateway = await startLiveGateway({ answers: { 'GET workqueues/w1': run, ...app } })
  const origin = gateway.url.replace('ws', 'http').replace('/graphql', '')
  const peer = await openInitialised({ url: gateway.url, headers: { cookie: 'user=anna', origin } })
  const message = await peer.subscribe('own', {
    query: 'subscription { workqueue(appId: "a1", id: "w1") { id } }',
  })
  expect(message).toMatchObject({ type })
  peer.socket.close()
})
