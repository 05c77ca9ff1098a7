import { setTimeout as wait } from 'node:timers/promises'
import { persisted } from '../../support/live-operations.ts'
import { openInitialised, type LivePeer } from '../../support/live-peer.ts'
import { Operator } from '../../support/operator.ts'
import { paced } from '../../support/pace.ts'
import { ownerPassword, signIn, type Call } from '../../support/platform-process.ts'
import { startStack, type Stack } from '../../support/stack.ts'
import { inFolder } from '../database.ts'
import { timeOf } from '../process-usage.mjs'
import type { Sizes } from '../sizes.ts'
import { figure, median, rounds, table } from '../table.ts'

const TASKS = 10
/** Events of a run: the start and the end of each task and of the run. */
const EVENTS = 2 * TASKS + 2
/** Groups of failures that the runs of the load belong to. */
const GROUPS = 100
/** Single failures whose way to the screen is timed. */
const TIMED = 30

interface Size {
  seconds: number
  perSecond: number
  screens: number
}

/** While runs fail: the share of a core that the gateway takes in percent, and messages to each screen a second. */
interface Load {
  share: number
  messages: number
}

/**
 * H4: how soon Attention follows a failure, and what open screens of it cost the gateway while runs fail. The same load
 * without a screen, alternately, shows what the gateway takes for the starts of the runs. Needs a build. Returns a section
 * of Markdown.
 */
export async function benchAttention(sizes: Sizes): Promise<string> {
  const size = { rounds: 5, seconds: 10, perSecond: 500, screens: 20, ...sizes }
  return inFolder(async (dataDir) => {
    const admin = { email: 'admin@localhost', password: ownerPassword }
    const stack = await startStack({ dataDir, env: { ADMIN_PASSWORD: ownerPassword }, admin })
    try {
      const call = await signIn(stack.url)
      const app = await call<{ _id: string }>('POST', 'apps', { name: 'Bench', description: 'Failing runs' })
      const start = (reason: string) => startFailing(call, app._id, reason)
      const atRest = await delays(stack, start)
      const screens = { 'no screen': 0, screens: size.screens }
      const loads = await rounds(Object.keys(screens), size.rounds, (name) =>
        loaded(stack, start, { ...size, screens: screens[name as keyof typeof screens] }),
      )
      const underLoad = failing(start, { ...size, seconds: TIMED })
      const busy = await delays(stack, start)
      await underLoad
      return report(size, loads, { atRest, busy })
    } finally {
      await stack.stop()
    }
  })
}

async function startFailing(call: Call, appId: string, reason: string): Promise<void> {
  const type = 'task.workforce.noop'
  const passing = Array.from({ length: TASKS - 1 }, (_, index) => ({ name: `task-${index}`, type }))
  const last = { name: 'fails', type, depends: ['task-0'], inputs: { fail: reason } }
  await call('POST', `workqueues?appId=${appId}`, { name: 'Failing', tasks: [...passing, last] })
}

/** Digits do not tell failures apart, letters do. */
const reasonOf = (number: number) =>
  `Unit ${[...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')} refused`

/** Starts failing runs so that their events have that rate. */
async function failing(start: (reason: string) => Promise<void>, size: Size): Promise<void> {
  const starts: Promise<void>[] = []
  await paced(size.perSecond / EVENTS, size.seconds, () => {
    starts.push(start(reasonOf(starts.length % GROUPS)))
  })
  await Promise.all(starts)
}

async function loaded(stack: Stack, start: (reason: string) => Promise<void>, size: Size): Promise<Load> {
  const peers: LivePeer[] = []
  for (let each = 0; each < size.screens; each++) peers.push(await openAttention(stack))
  const [gateway, from] = [timeOf({ pid: stack.pid() }), performance.now()]
  await failing(start, size)
  const seconds = (performance.now() - from) / 1000
  const share = (timeOf({ pid: stack.pid() }) - gateway) / 1e4 / seconds
  const messages = (peers[0]?.received.length ?? 0) / seconds
  for (const { socket } of peers) socket.terminate()
  return { share, messages }
}

/** Milliseconds from the call that starts a run which fails with a new reason to the item on an open screen. */
async function delays(stack: Stack, start: (reason: string) => Promise<void>): Promise<number[]> {
  const screen = await openAttention(stack)
  const found: number[] = []
  for (let number = 0; number < TIMED; number++) {
    const reason = reasonOf(Math.floor(1e9 + Math.random() * 1e9))
    const from = performance.now()
    await start(reason)
    while (!screen.received.some((message) => JSON.stringify(message).includes(reason))) await wait(2)
    found.push(performance.now() - from)
    screen.received.length = 0
  }
  screen.socket.terminate()
  return found
}

async function openAttention({ url }: Stack): Promise<LivePeer> {
  const user = new Operator(url)
  await user.signIn(ownerPassword)
  const headers = { cookie: user.cookie, origin: url }
  const peer = await openInitialised({ url: `${url.replace('http', 'ws')}/graphql`, headers })
  await peer.subscribe('attention', persisted('AttentionChanged'))
  return peer
}

function report(
  size: Size & { rounds: number },
  loads: ReadonlyMap<string, readonly Load[]>,
  { atRest, busy }: { atRest: number[]; busy: number[] },
): string {
  const shares = (name: string) => (loads.get(name) ?? []).map(({ share }) => share)
  const [without, open] = [shares('no screen'), shares('screens')]
  const extra = open.map((share, round) => share - without[round]!)
  const span = (values: readonly number[]) => `${figure(Math.min(...values))}..${figure(Math.max(...values))}`
  const messages = (loads.get('screens') ?? []).map((load) => load.messages)
  return [
    `## H4: Attention, ${size.perSecond} events/s of failing runs`,
    '',
    `Runs of ${TASKS} tasks, the last of which fails, in ${GROUPS} groups of failures; ${size.rounds} rounds of ${size.seconds} s, alternately without and with ${size.screens} open screens. From the call that starts the run`,
    `to the item on a screen: ${TIMED} failures, each of a new group.`,
    '',
    table(
      ['figure', 'found', 'min..max', 'must be'],
      [
        [
          'from start of the run to the item, at rest, ms',
          figure(median(atRest)),
          span(atRest),
          'at most 1,000',
        ],
        ['the same under that load, ms', figure(median(busy)), span(busy), 'at most 1,000'],
        ['gateway without a screen, % of a core', figure(median(without)), span(without), '-'],
        [`what ${size.screens} screens add, % of a core`, figure(median(extra)), span(extra), 'at most 5'],
        ['messages to each screen a second', figure(median(messages)), span(messages), '-'],
      ],
    ),
  ].join('\n')
}
