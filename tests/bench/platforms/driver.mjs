import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'undici'
import { openQueue } from '../../../docs/examples/queue-client.mjs'
import { timeOf } from '../process-usage.mjs'

/**
 * Starts runs of independent tasks, receives these and reports them as ended, at all platforms alike. argv[2]: { platforms, alias,
 * appId, type, headers, tasks, consumers, seconds, perSecond, servers }: `perSecond` runs start each second at random moments
 * (Poisson); null keeps a backlog instead. Prints one number a line, of the time after the first fifth: tasks ended a
 * second, milliseconds from queued to received (p50, p99), milliseconds that start calls took (p50, p99), then microseconds of
 * processor time a task of this process and of each server.
 */
const setup = JSON.parse(process.argv[2])
const { platforms, alias, tasks, consumers, seconds, perSecond, servers } = setup
const BACKLOG = 600

const queues = platforms.map((platform) =>
  openQueue(
    { ...alias, platformUrl: platform, queueUrl: platform + new URL(alias.queueUrl).pathname },
    { connections: consumers },
  ),
)
const starters = platforms.map((platform) => new Pool(platform, { connections: 16 }))
const body = JSON.stringify({
  name: 'Bench',
  tasks: Array.from({ length: tasks }, (_, index) => ({ name: `task-${index}`, type: setup.type })),
})
const begun = performance.now()
const [from, until] = [begun + (seconds * 1000) / 5, begun + seconds * 1000]
const isCounted = () => performance.now() >= from && performance.now() < until
const [waits, starts] = [[], []]
let [started, ended, counted, turn] = [0, 0, 0, 0]

async function start() {
  const at = performance.now()
  started += tasks
  const { statusCode, body: answer } = await starters[turn++ % starters.length].request({
    method: 'POST',
    path: `/api/workqueues?appId=${setup.appId}`,
    headers: setup.headers,
    body,
  })
  await answer.dump()
  if (statusCode >= 300) throw new Error(`A start answered ${statusCode}`)
  if (isCounted()) starts.push(performance.now() - at)
}

/** As many callers as keep the backlog. */
async function keepBacklog() {
  while (performance.now() < until)
    if (started - ended < BACKLOG) await start()
    else await wait(2)
}

async function startAtRate() {
  const underWay = []
  for (let due = begun; ;) {
    due += (-Math.log(1 - Math.random()) * 1000) / perSecond
    if (due >= until) break
    await wait(Math.max(0, due - performance.now()))
    underWay.push(start())
  }
  await Promise.all(underWay)
}

/** The clock of this machine is also that of the platforms. */
async function consume(queue) {
  const input = {
    MaxNumberOfMessages: 10,
    // All polls have been answered soon after the end: none is left that takes a task of the next measurement.
    WaitTimeSeconds: 3,
    VisibilityTimeout: 30,
    MessageSystemAttributeNames: ['SentTimestamp'],
  }
  while (!stopped) {
    const { Messages = [] } = await queue.call('ReceiveMessage', input)
    if (isCounted())
      for (const { Attributes } of Messages) waits.push(Date.now() - Number(Attributes.SentTimestamp))
    const finish = async ({ Body }) => {
      await queue.report(JSON.parse(Body), { status: 'ended' })
      ended++
      if (isCounted()) counted++
    }
    await Promise.all(Messages.map(finish))
  }
}

/** What the processes have taken between the first fifth and the end. */
async function processorTimes() {
  const read = () => [...servers.map(timeOf), process.cpuUsage()]
  await wait(from - performance.now())
  const before = read()
  await wait(until - performance.now())
  const after = read()
  const own = (of) => of.at(-1).user + of.at(-1).system
  const others = servers.map((_, index) => after[index] - before[index])
  return [own(after) - own(before), ...others]
}

let stopped = false
const consuming = queues.flatMap((queue) => Array.from({ length: consumers }, () => consume(queue)))
const times = processorTimes()
await (perSecond === null ? Promise.all(Array.from({ length: 4 }, keepBacklog)) : startAtRate())
const micros = await times
while (ended < started) await wait(20)
stopped = true
await Promise.all(consuming)
const at = (values, share) =>
  values.sort((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN
process.stdout.write(
  [
    counted / ((until - from) / 1000),
    ...[waits, starts].flatMap((values) => [at(values, 0.5), at(values, 0.99)]),
    ...micros.map((one) => one / counted),
  ].join('\n') + '\n',
)
process.exit(0)
