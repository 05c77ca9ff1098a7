import '../../../web/app/theme/base.css'
import 'vis-timeline/styles/vis-timeline-graph2d.min.css'
import { ChakraProvider } from '@chakra-ui/react'
import { createRoot } from 'react-dom/client'
import { cacheExchange, Client, fetchExchange, Provider } from 'urql'
import { Timeline } from 'vis-timeline/standalone'
import { system } from '../../../web/app/theme/system.ts'
import { run, task } from '../../../web/domains/workqueues/detail/test-bed.tsx'
import type { RunViewProps } from '../../../web/domains/workqueues/detail/run-view.ts'
import { workqueueAttemptsQuery } from '../../../web/domains/workqueues/detail/timeline/operations.ts'
import { TimelineView } from '../../../web/domains/workqueues/detail/timeline/timeline-view.tsx'
import { capabilitiesQuery } from '../../../web/lib/account/account-operations.ts'
import { appears, frame, recordFrames, stopFrames } from '../browser/frames.ts'
import { ATTEMPTS, attemptsOfRun, type BenchAttempt, dependencyOf } from './items.ts'

const HEIGHT = 500

const root = createRoot(document.getElementById('root') ?? document.body)
const iso = (moment: number) => new Date(moment).toISOString()
const nothing = () => undefined
const restarts = {} as RunViewProps['restarts']

/** A client that has read the attempts already, as they are when another view of the run is left. */
async function clientOf(attempts: readonly BenchAttempt[]): Promise<Client> {
  const rows = attempts
    .filter(({ number }) => number < ATTEMPTS)
    .map((attempt) => ({
      __typename: 'RunAttempt',
      taskId: `t-${attempt.task}`,
      number: attempt.number,
      round: 0,
      ofRound: attempt.number,
      alias: 'default',
      version: '2.14.1',
      hostName: 'host-1',
      queuedAt: iso(attempt.queued),
      startedAt: iso(attempt.started),
      endedAt: iso(attempt.ended),
      status: 'failed',
      reason: 'timed out',
      lease: 'returned',
      actor: 'ana',
    }))
  const features = { __typename: 'Capabilities', version: '1', features: ['attempts'] }
  const texts = {
    attempts: JSON.stringify({ data: { workqueueAttempts: rows } }),
    features: JSON.stringify({ data: { capabilities: features } }),
  }
  let answers = true
  const fetch = (_url: unknown, init?: RequestInit) => {
    // The read that follows the one from the cache is under way while the bench measures.
    if (!answers) return new Promise<Response>(nothing)
    const text = String(init?.body).includes('WorkqueueAttempts') ? texts.attempts : texts.features
    return Promise.resolve(new Response(text, { headers: { 'content-type': 'application/json' } }))
  }
  const client = new Client({
    url: 'http://console.test/graphql',
    fetch: fetch as typeof globalThis.fetch,
    preferGetMethod: false,
    exchanges: [cacheExchange, fetchExchange],
  })
  await client.query(capabilitiesQuery, {}).toPromise()
  await client.query(workqueueAttemptsQuery, { id: 'w1' }).toPromise()
  answers = false
  return client
}

/** Draws with the timeline of the product, its panel of the moment included. */
async function drawOurs(count: number): Promise<number> {
  const attempts = attemptsOfRun(count)
  const client = await clientOf(attempts)
  const tasks = attempts
    .filter(({ number }) => number === ATTEMPTS)
    .map((attempt) => {
      const before = dependencyOf(attempt.task)
      return task(String(attempt.task), {
        depends: before === null ? [] : [`t-${before}`],
        retry: { max: 2 },
        status: 'ended',
        attempt: ATTEMPTS,
        queued: iso(attempt.queued),
        started: iso(attempt.started),
        ended: iso(attempt.ended),
      })
    })
  const drawn = run({ status: 'completed', ended: iso(attempts.at(-1)?.ended ?? 0), tasks })
  const bar = appears('.timeline-row .timeline-bar')
  const begun = performance.now()
  root.render(
    <ChakraProvider value={system}>
      <Provider value={client}>
        <TimelineView
          run={drawn}
          tasks={tasks}
          causes={new Map()}
          usual={new Map()}
          expected={null}
          selected={null}
          onSelect={nothing}
          status={null}
          at={null}
          onAt={nothing}
          restarts={restarts}
        />
      </Provider>
    </ChakraProvider>,
  )
  await bar
  await frame()
  await frame()
  return performance.now() - begun
}

/** Draws the same attempts with vis-timeline, one group for each task. */
async function drawVis(count: number): Promise<number> {
  const attempts = attemptsOfRun(count)
  const bar = appears('.vis-item')
  const box = document.createElement('div')
  document.body.append(box)
  const begun = performance.now()
  const groups = Array.from({ length: count }, (_, id) => ({ id, content: String(id) }))
  const items = attempts.map(({ task: group, number, started, ended }) => ({
    id: group * ATTEMPTS + number,
    group,
    content: String(number),
    start: new Date(started),
    end: new Date(ended),
  }))
  const options = {
    height: HEIGHT,
    stack: false,
    groupHeightMode: 'fixed' as const,
    orientation: 'top',
    verticalScroll: true,
    zoomKey: 'ctrlKey' as const,
  }
  new Timeline(box, items, groups, options)
  await bar
  await frame()
  await frame()
  const length = performance.now() - begun
  return length
}

const bench = { drawOurs, drawVis, recordFrames, stopFrames }
export type TimelineBench = typeof bench
Object.assign(globalThis, { bench })
