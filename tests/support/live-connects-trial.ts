import { persisted } from './live-operations.ts'
import { openInitialised, type LivePeer } from './live-peer.ts'
import { liveRow } from './live-platform.ts'
import type { LiveTrial } from './live-trial.ts'
import { until } from './pace.ts'

/** Number of apps; the visits use their lists in turn. */
export const APPS = 20
/** Number of users; the visits use them in turn. */
const USERS = 1000

const appOf = (number: number) => `a${number % APPS}`

/**
 * One user connects, reads a list, subscribes, gets an event and leaves, in a way that depends on the number:
 * orderly, cut off, without unsubscribing, or by signing out. Throws when a step fails.
 */
export async function visit(trial: LiveTrial, number: number): Promise<void> {
  const appId = appOf(number)
  const cookie = await trial.signIn(`user${number % USERS}`)
  const read = await trial.send(
    cookie,
    'POST',
    '/graphql',
    persisted('WorkqueueList', { appId, page: 1, perPage: 10 }),
  )
  if (!read.ok) throw new Error(`The list answered ${read.status}: ${await read.text()}`)
  await read.arrayBuffer()
  const peer = await openInitialised(trial.socketOf(cookie))
  try {
    await follow(trial, peer, number)
    await leave(trial, peer, cookie, number)
    await peer.closed
  } finally {
    // A failed visit leaves no open socket.
    peer.socket.terminate()
  }
}

async function follow(trial: LiveTrial, peer: LivePeer, number: number): Promise<void> {
  const appId = appOf(number)
  await peer.subscribe('list', persisted('WorkqueueListLive', { appId, perPage: 10 }))
  trial.pusher.publish(`apps.${appId}.workqueues`, 'save', liveRow({ _id: `w${number % 100}`, appId }))
  const hasChange = () => peer.received.some((message) => JSON.stringify(message).includes('"workqueue":'))
  if (!(await until(hasChange, 10_000))) throw new Error('The change did not arrive')
}

async function leave(trial: LiveTrial, peer: LivePeer, cookie: string, number: number): Promise<void> {
  switch (number % 4) {
    case 0:
      peer.send({ id: 'list', type: 'complete' })
      return peer.socket.close(1000)
    case 1:
      return peer.socket.terminate()
    case 2:
      return peer.socket.close(1000)
  }
  // The gateway closes the sockets of a session that has ended.
  const ended = await trial.send(cookie, 'DELETE', '/session')
  if (!ended.ok) throw new Error(`The sign-out answered ${ended.status}`)
  await ended.arrayBuffer()
}

/** Runs this many visits, a few at a time. */
export async function visits(trial: LiveTrial, from: number, count: number, parallel: number): Promise<void> {
  let next = from
  const visitor = async () => {
    while (next < from + count) await visit(trial, next++)
  }
  await Promise.all(Array.from({ length: parallel }, visitor))
}
