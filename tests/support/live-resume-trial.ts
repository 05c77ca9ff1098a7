import { setTimeout as wait } from 'node:timers/promises'
import { openBrowser, type LiveBrowser } from './live-browser.ts'
import { liveRow } from './live-platform.ts'
import type { LiveTrial } from './live-trial.ts'
import { paced, until } from './pace.ts'

export interface ResumeOutcome {
  published: number
  cuts: number
  /** Events received by all browsers together. */
  lost: number
  repeated: number
  disordered: number
  /** Browsers that got a resync although the window still had their events. */
  needlessResyncs: number
}

export interface ResumeSize {
  sockets: number
  /** How often each of them is disconnected. */
  cuts: number
  perSecond: number
  seconds: number
}

/** Sockets that are cut repeatedly during events; each browser continues from its last position. */
export async function resumeTrial(trial: LiveTrial, size: ResumeSize): Promise<ResumeOutcome> {
  const browsers = await openBrowsers(trial, size.sockets)
  const every = (size.perSecond * size.seconds) / size.cuts
  let published = 0
  await paced(size.perSecond, size.seconds, () => {
    publish(trial, ++published)
    if (published % every < 1) for (const browser of browsers) browser.cut()
  })
  const last = `w${published} ${published}`
  await until(() => browsers.every(({ events }) => events.at(-1) === last), 10_000)

  const outcome = { published, cuts: size.cuts, lost: 0, repeated: 0, disordered: 0, needlessResyncs: 0 }
  for (const { events, resyncs } of browsers) {
    const numbers = events.map((event) => Number(event.split(' ')[1]))
    const different = new Set(numbers)
    outcome.lost += published - different.size
    outcome.repeated += numbers.length - different.size
    outcome.disordered += numbers.filter((number, index) => number < (numbers[index - 1] ?? 0)).length
    outcome.needlessResyncs += Number(resyncs > 1)
  }
  for (const browser of browsers) browser.close()
  return outcome
}

/**
 * Sockets that reconnect when the window no longer has what they missed; returns how many of them got a
 * resync. `outlive` empties the window while all of them are disconnected.
 */
export async function beyondWindowTrial(
  trial: LiveTrial,
  sockets: number,
  outlive: (publish: (description?: string) => void) => void | Promise<void>,
): Promise<number> {
  const browsers = await openBrowsers(trial, sockets)
  let published = 0
  const send = (description?: string) => publish(trial, ++published, description)
  send()
  await until(() => browsers.every(({ events }) => events.length === 1), 10_000)
  for (const browser of browsers) browser.offline(true)
  await outlive(send)
  await heard(trial, published)
  for (const browser of browsers) browser.offline(false)
  await until(() => browsers.every(({ resyncs }) => resyncs === 2), 10_000)
  for (const browser of browsers) browser.close()
  return browsers.filter(({ resyncs }) => resyncs === 2).length
}

const publish = ({ pusher }: LiveTrial, number: number, description = 'lot 4411') =>
  pusher.publish(
    'apps.a1.workqueues',
    'save',
    liveRow({ _id: `w${number}`, name: String(number), description }),
  )

/** Waits until the gateway has received that many events. */
export async function heard(trial: LiveTrial, count: number): Promise<void> {
  while (((await trial.metrics()).get('gateway_live_events_total') ?? 0) < count) await wait(5)
}

async function openBrowsers(trial: LiveTrial, count: number): Promise<LiveBrowser[]> {
  const cookies = await Promise.all(
    Array.from({ length: count }, (_, index) => trial.signIn(`reader${index}`)),
  )
  const browsers = cookies.map((cookie) =>
    openBrowser({ ...trial.socketOf(cookie), appId: 'a1', reads: false }),
  )
  // The first message of each confirms its subscription.
  await until(() => browsers.every(({ resyncs }) => resyncs === 1), 20_000)
  return browsers
}
