import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createPusherService } from '#server/platform/realtime/pusher-service.ts'
import { MAX_EVENT_BYTES } from '#server/platform/realtime/payload.ts'
import { BatchRefused } from '#server/platform/realtime/relay.ts'
import { openLive, type LiveConnection } from '../integration/operator.ts'
import { Operator } from '../support/operator.ts'
import { ownerPassword } from '../support/platform-process.ts'
import { startStack, type Stack } from '../support/stack.ts'
import { installSoketi, SOKETI, startSoketi, type Soketi } from './service.ts'

/**
 * `npm run soketi`: the built product publishes to and subscribes at soketi, a service of the Pusher protocol that this
 * project did not write. Needs a build and the npm registry. Prints a line for each promise and ends with 1 when one of
 * them is broken.
 */

const folder = mkdtempSync(path.join(tmpdir(), 'console-soketi-'))
const waitMs = 30_000
let broken = 0

/** Runs one check, which returns what it found or throws. */
async function check(promise: string, work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`ok     ${promise}: ${await work()}\n`)
  } catch (error) {
    broken++
    process.stdout.write(`FAILED ${promise}: ${error instanceof Error ? error.message : String(error)}\n`)
  }
}

/** Throws when the promise takes too long. */
async function within<T>(what: string, work: Promise<T>): Promise<T> {
  const late = new AbortController()
  const limit = wait(waitMs, undefined, { signal: late.signal }).then(() => {
    throw new Error(`${what} did not happen in ${waitMs / 1000} s`)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    late.abort()
    limit.catch(() => undefined)
  }
}

const delay = (ms: number) => ({ name: 'wait', type: 'task.workforce.delay', inputs: { ms } })
const after = (name: string, inputs: object) => ({
  name,
  type: 'task.workforce.noop',
  depends: ['wait'],
  inputs,
})

/** A signed-in user with an app. */
interface Console {
  user: Operator
  appId: string
}

async function openConsole({ url }: Stack): Promise<Console> {
  const user = new Operator(url)
  await user.signIn(ownerPassword)
  return { user, appId: await user.create('/api/apps', { name: 'Soketi', description: 'A trial' }) }
}

interface Status {
  id: string
  status: string
}

/** Starts a run and follows its tasks through the gateway: milliseconds until each of them was seen as ended. */
async function follow({ user, appId }: Console, live: LiveConnection, tasks: object[]): Promise<number> {
  const id = await user.create(`/api/workqueues?appId=${appId}`, {
    name: 'Through soketi',
    tasks,
  })
  const from = performance.now()
  const watched = live.watch('WorkqueueTasksLive', { appId, id })
  await within('the subscription', watched.joined)
  const over = new Set<string>()
  await within(
    `the end of ${tasks.length} tasks`,
    watched.until(({ workqueueTasks }: { workqueueTasks: Status }) => {
      if (workqueueTasks.status === 'ended') over.add(workqueueTasks.id)
      return over.size === tasks.length
    }),
  )
  return performance.now() - from
}

/** The largest event passes, and the one that a hosted service would refuse is refused here as well. */
async function sizes(soketi: Soketi): Promise<string> {
  const service = createPusherService(soketi.address)
  const send = (bytes: number) =>
    service.publish([
      { channel: 'apps.1.workqueues', name: 'save', data: JSON.stringify('x'.repeat(bytes - 2)) },
    ])
  try {
    await send(MAX_EVENT_BYTES)
    const refusal = await send(10_241).catch((error: unknown) => error)
    if (!(refusal instanceof BatchRefused)) throw new Error('10,241 bytes are not refused')
    return `${MAX_EVENT_BYTES} bytes pass, 10241 do not: ${refusal.message}`
  } finally {
    service.close()
  }
}

async function wrongSecret(soketi: Soketi): Promise<string> {
  const service = createPusherService({ ...soketi.address, secret: 'another' })
  const refusal = await service
    .publish([{ channel: 'c', name: 'e', data: '{}' }])
    .catch((error: unknown) => error)
  service.close()
  if (!(refusal instanceof BatchRefused)) throw new Error('it passes')
  return refusal.message
}

/** Nothing of the live view is lost: either the last state arrives, or the message that the view must be read again. */
async function outage(soketi: Soketi, operator: Console, live: LiveConnection): Promise<string> {
  const { appId, user } = operator
  const id = await user.create(`/api/workqueues?appId=${appId}`, {
    name: 'Outage',
    tasks: [delay(1500)],
  })
  const watched = live.watch('WorkqueueLive', { appId, id })
  await within('the subscription', watched.joined)
  const frames = live.frames.length
  await soketi.kill()
  await wait(3000)
  const from = performance.now()
  await soketi.start()
  const resync = async () => {
    while (!live.frames.slice(frames).some((frame) => frame.includes('"resync"'))) await wait(20)
    return 'a resync'
  }
  const state = watched
    .until(({ workqueue }: { workqueue: Status }) => workqueue.status === 'completed')
    .then(() => 'the last state')
  const first = await within('news after the outage', Promise.race([state, resync()]))
  const ms = Math.round(performance.now() - from)
  const next = await follow(operator, live, [delay(1000), after('next', {})])
  return `${first} ${ms} ms after its start, the next run seen in ${Math.round(next)} ms`
}

async function trial(soketi: Soketi, stack: Stack): Promise<void> {
  const operator = await openConsole(stack)
  const live = openLive(stack.url, { cookie: operator.user.cookie, origin: stack.url })
  const many = (count: number, inputs: object) =>
    Array.from({ length: count }, (_, at) => after(`task ${at}`, inputs))
  const seen = async (tasks: object[]) => `all seen in ${Math.round(await follow(operator, live, tasks))} ms`
  await check('sizes', () => sizes(soketi))
  await check('a wrong secret is refused in words', () => wrongSecret(soketi))
  await check('a run of 2 tasks, one of which waits a second', () => seen([delay(1000), after('last', {})]))
  await check('40 tasks of 30 kB, larger than an event', () =>
    seen([delay(1000), ...many(40, { text: 'x'.repeat(30_000) })]),
  )
  await check('a burst of 500 tasks', () => seen([delay(1000), ...many(499, {})]))
  await check('an outage of the service', () => outage(soketi, operator, live))
  await check('200 tasks, and a service that answers 429 over 60 events a second', async () => {
    soketi.limitRate(60)
    await soketi.kill()
    await soketi.start()
    await wait(1000)
    return seen([delay(1500), ...many(199, {})])
  })
  await live.client.dispose()
}

function startProduct({ address }: Soketi): Promise<Stack> {
  return startStack({
    dataDir: path.join(folder, 'data'),
    admin: { email: 'admin@localhost', password: ownerPassword },
    env: {
      ADMIN_PASSWORD: ownerPassword,
      PUSHER_APP_ID: address.appId,
      PUSHER_KEY: address.key,
      PUSHER_SECRET: address.secret,
      PUSHER_HOST: address.host ?? '',
      PUSHER_PORT: String(address.port),
      PUSHER_TLS: 'false',
    },
  })
}

process.stdout.write(`soketi ${SOKETI}, Node ${process.versions.node}\n`)
installSoketi(folder)
const soketi = await startSoketi(folder)
try {
  const stack = await startProduct(soketi)
  try {
    await trial(soketi, stack)
  } finally {
    await stack.stop()
  }
} finally {
  await soketi.kill()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(broken ? 1 : 0)
