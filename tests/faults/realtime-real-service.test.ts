import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLive, type Operator } from '../integration/operator.ts'
import { startWholePath, type WholePath } from '../integration/whole-path.ts'
import { createPusherApi, type PusherApi } from '../support/fake-pusher-api.ts'
import { startFakePusher, type FakePusher } from '../support/fake-pusher.ts'
import { until } from '../support/pace.ts'

/**
 * `PUSHER_APP_ID`: the platform publishes to a service of the Pusher protocol by signed HTTP, the gateway
 * subscribes there, and neither sends live events to the other. One port serves both, as in a self-hosted
 * service.
 */

let service: FakePusher
let api: PusherApi
let path: WholePath
let alice: Operator
beforeAll(async () => {
  api = createPusherApi(({ channel, name, data }) => service.publish(channel, name, JSON.parse(data)))
  service = await startFakePusher(0, api.handle)
  path = await startWholePath({ service: api.addressAt(service.port) })
  alice = await path.signUp('alice')
})
afterAll(async () => {
  await path.close()
  await service.stop()
})

const definition = {
  name: 'Through the service',
  tasks: [
    { name: 'wait', type: 'task.workforce.delay', inputs: { ms: 50 } },
    { name: 'fails once', type: 'task.workforce.noop', depends: ['wait'], inputs: { fail: 'busy' } },
  ],
}
interface Row {
  id: string
  status: string
}
const listHas =
  (id: string, status: string) =>
  ({ workqueueList: { workqueue } }: { workqueueList: { workqueue: Row } }) =>
    workqueue.id === id && workqueue.status === status

test('a run reaches the browser through the service, step by step, also after an outage of the service', async () => {
  const body = { name: 'App', description: 'of Alice' }
  const appId = (await alice.send('POST', { url: '/api/apps', body })).body['_id'] as string
  const live = openLive(path.url, { cookie: alice.cookie, origin: path.url })
  const list = live.watch('WorkqueueListLive', { appId, perPage: 10 })
  await list.joined
  expect(service.subscribers(`apps.${appId}.workqueues`)).toBe(1)

  const run = async () =>
    (await alice.send('POST', { url: `/api/workqueues?appId=${appId}`, body: definition })).body[
      '_id'
    ] as string
  const first = await run()
  await list.until(listHas(first, 'failed'))
  const statuses = list.data.map(
    (data) => (data as { workqueueList: { workqueue: Row } }).workqueueList.workqueue.status,
  )
  // Changes within a short interval are published once.
  expect([...new Set(statuses)].slice(-2)).toEqual(['started', 'failed'])
  const channels = new Set(api.events().map(({ channel }) => channel))
  for (const channel of ['tasks', `apps.${appId}.workqueues.${first}.tasks`])
    expect(channels).toContain(channel)

  // A service that answers 503 temporarily and breaks its connections loses nothing in the end.
  api.refuseNext.push(503, 503)
  service.reset()
  const frames = live.frames.length
  const second = await run()
  const noticed = () => live.frames.slice(frames).some((frame) => frame.includes('"resync"'))
  const shown = () => list.data.some((data) => listHas(second, 'failed')(data as never))
  expect(await until(() => shown() || noticed(), 15_000)).toBe(true)
  await live.client.dispose()
})
