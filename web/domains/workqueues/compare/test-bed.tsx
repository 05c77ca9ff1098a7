import { ChakraProvider } from '@chakra-ui/react'
import { render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { Provider } from 'urql'
import { createFakeGateway, type Answers } from '#tests/support/web-gateway.ts'
import type { Feature } from '#shared/lib/features.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { system } from '#web/app/theme/system.ts'
import { CurrentAppProvider } from '#web/lib/current-app.tsx'
import { Toaster } from '#web/ui/feedback/toast.tsx'
import { WorkqueueComparePage } from '../workqueue-compare-page.tsx'
import { type DocumentNode, visit } from 'graphql'
import { taskRow } from '#web/domains/tasks/operations.ts'
import { workqueueDetailQuery } from '../detail/operations.ts'
import { attemptsByTask, pastByTask, type TimelineAttempt } from '../detail/timeline/attempts.ts'
import { type Comparison, compareTasks } from './task-differences.ts'
import type { Both, ComparedRun, ComparedTask } from './task-pairs.ts'

export const moment = (second: number) => new Date(Date.UTC(2026, 2, 1, 14, 3) + second * 1000).toISOString()

/** Null for every field at the top of a document's first selection. */
function emptyFields(document: unknown): Record<string, null> {
  const names: string[] = []
  visit(document as DocumentNode, { Field: ({ name }) => void names.push(name.value) })
  return Object.fromEntries(names.map((name) => [name, null]))
}

const taskFields = emptyFields(taskRow)
const runFields = emptyFields(workqueueDetailQuery)

/** A task as its run answers it. Fields without a value here or in `over` are null. */
export function task(name: string, over: Partial<ComparedTask> = {}): ComparedTask {
  return {
    ...taskFields,
    __typename: 'Task',
    id: `t-${name}`,
    name,
    type: 'task.rail.loader',
    alias: 'default',
    depends: [],
    continueOnError: false,
    inputs: {},
    outputs: {},
    retry: { max: 0, delayMs: 1000, factor: 2 },
    status: 'notstarted',
    attempt: 0,
    created: moment(0),
    progress: 0,
    ...over,
  } as ComparedTask
}

/** A task that has run for `seconds`, and waited one second before. */
export function ran(name: string, seconds: number, over: Partial<ComparedTask> = {}): ComparedTask {
  const ended = over.status === undefined || ['ended', 'failed'].includes(over.status)
  return task(name, {
    status: 'ended',
    attempt: 1,
    version: '2.14.0',
    hostName: 'crane-07',
    queued: moment(1),
    started: moment(2),
    ended: ended ? moment(2 + seconds) : null,
    wait: 1000,
    ...over,
  })
}

/** A run with these tasks. */
export const runOf = (id: string, tasks: ComparedTask[], over: Partial<ComparedRun> = {}): ComparedRun =>
  ({
    ...runFields,
    __typename: 'Workqueue',
    id,
    appId: 'a1',
    name: 'Nightly invoice run',
    description: '',
    tags: [],
    status: 'completed',
    created: moment(0),
    started: moment(1),
    ended: moment(50),
    createdBy: 'ana',
    firstTasks: [],
    errorTasks: [],
    initialState: {},
    state: {},
    tasks: tasks.map((each) => ({ ...each, id: `${id}-${each.id}` })),
    ...over,
    plan: over.plan ? Object.assign({ __typename: 'PlanOfRun' }, over.plan) : null,
  }) as ComparedRun

/** Attempts of a task that others have followed, as an answer has them; each `seconds` long. */
export const past = (taskId: string, ...lengths: number[]): Map<string, TimelineAttempt[]> =>
  pastByTask(
    lengths.map((seconds, index) => ({
      taskId,
      number: index + 1,
      round: 0,
      ofRound: index + 1,
      alias: 'default',
      version: null,
      hostName: null,
      queuedAt: moment(0),
      startedAt: moment(0),
      endedAt: moment(seconds),
      status: 'retry',
      reason: null,
      lease: null,
      actor: null,
    })),
  )

/** Two runs and the rows of their comparison; `past` are attempts that others have followed. */
export function comparison(
  left: ComparedRun,
  right: ComparedRun,
  over: Partial<Pick<Comparison, 'here' | 'usual' | 'now'>> & { past?: Map<string, TimelineAttempt[]> } = {},
) {
  const runs: Both<ComparedRun> = { left, right }
  const facts: Comparison = {
    runs,
    here: over.here ?? 'right',
    attempts: attemptsByTask([...left.tasks, ...right.tasks], over.past ?? new Map()),
    usual: over.usual ?? new Map(),
    now: over.now ?? Date.parse(moment(59)),
  }
  return { ...facts, facts, rows: compareTasks(facts) }
}

const regions = ['EU', 'UK', 'US', 'AP']
const charge = (region: string, seconds: number, over: Partial<ComparedTask> = {}) =>
  ran(`Charge cards ${region}`, seconds, {
    type: 'task.payments.chargecard',
    depends: ['Price usage'],
    inputs: { region, batchSize: '$state.batchSize' },
    outputs: { charged: `$state.charged${region}` },
    ...over,
  })
const after = ['Settle', 'Invoice', 'Export', 'Mail', 'Archive', 'Close']

/** A good run and a failed run of one plan: the scenario of the screen. */
export function invoiceRuns(): Both<ComparedRun> {
  const state: JsonObject = { month: '2026-10', regions }
  const start = (seconds: number) => [
    ran('Collect usage', seconds, { version: '3.2.0', hostName: 'etl-2' }),
    ran('Price usage', seconds, { version: '3.2.0', hostName: 'etl-2', depends: ['Collect usage'] }),
  ]
  const later = (over: Partial<ComparedTask>) =>
    after.map((name, index) =>
      ran(name, 5, {
        depends: index === 0 ? regions.map((each) => `Charge cards ${each}`) : [after[index - 1]!],
        ...over,
      }),
    )
  const unreached: Partial<ComparedTask> = {
    status: 'notstarted',
    started: null,
    ended: null,
    wait: null,
    version: null,
    hostName: null,
  }
  const crypto = task('Charge crypto', { status: 'skipped', depends: ['Price usage'] })
  const onCall = 'Page payments on-call'
  return {
    left: runOf(
      'good',
      [
        ...start(10),
        ...regions.map((each) => charge(each, 20)),
        crypto,
        ...later({}),
        task(onCall, { status: 'skipped' }),
      ],
      {
        errorTasks: [onCall],
        initialState: { ...state, batchSize: 100 },
        state: { ...state, batchSize: 100 },
        planId: 'p1',
        plan: { id: 'p1', version: 12 },
      },
    ),
    right: runOf(
      'bad',
      [
        ...start(9),
        charge('EU', 22, { version: '2.14.1' }),
        charge('UK', 24, { version: '2.14.1' }),
        charge('US', 30, {
          version: '2.14.1',
          status: 'failed',
          attempt: 3,
          reason: 'Card scheme timed out',
        }),
        charge('AP', 21, { version: '2.14.1' }),
        crypto,
        ...later(unreached),
        ran(onCall, 2),
      ],
      {
        status: 'failed',
        created: moment(30),
        errorTasks: [onCall],
        initialState: { ...state, batchSize: 214 },
        state: { ...state, batchSize: 214 },
        planId: 'p1',
        plan: { id: 'p1', version: 12 },
      },
    ),
  }
}

export const summary = ({ tasks: _tasks, initialState: _state, ...run }: ComparedRun) => run

/** The page that compares two runs, with a fake gateway. */
export function openComparison(
  { left, right }: Both<ComparedRun>,
  {
    id = right.id,
    other = left.id,
    query = '',
    features = [],
    answers = {},
  }: { id?: string; other?: string; query?: string; features?: Feature[]; answers?: Answers } = {},
) {
  const known: Answers = {
    Capabilities: () => ({ capabilities: { __typename: 'Capabilities', version: '1', features } }),
    WorkqueueDetail: (asked) => {
      const found = [left, right].find((run) => run.id === asked['id'])
      if (found) return { workqueue: found }
      return {
        errors: [{ message: `there is no run ${String(asked['id'])}`, extensions: { code: 'NOT_FOUND' } }],
      }
    },
    WorkqueueState: (asked) => ({ workqueue: [left, right].find((run) => run.id === asked['id']) }),
    RunChoices: () => ({
      workqueues: { __typename: 'WorkqueuePage', total: 2, rows: [right, left].map(summary) },
    }),
    ...answers,
  }
  const { client, callsOf, open, send } = createFakeGateway(known)
  const router = createMemoryRouter(
    [
      { path: '/apps/:id/workqueues/:workqueue/compare/:other', element: <WorkqueueComparePage /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [`/apps/a1/workqueues/${id}/compare/${other}${query}`] },
  )
  render(
    <ChakraProvider value={system}>
      <Provider value={client}>
        <CurrentAppProvider app={{ id: 'a1', name: 'Billing', description: '', version: null }}>
          <RouterProvider router={router} />
        </CurrentAppProvider>
      </Provider>
      <Toaster />
    </ChakraProvider>,
  )
  return {
    /** Whether the last change of the address has left the page where it was scrolled to. */
    keptScroll: () => router.state.preventScrollReset,
    address: () => router.state.location.pathname + router.state.location.search,
    /** The labels and ids of the two runs from left to right. */
    runs: () =>
      [...document.querySelectorAll('section[aria-label]')]
        .map((section) => section.getAttribute('aria-label') ?? '')
        .filter((label) => / run |^Last good/.test(label)),
    /** The variables of every call of this operation. */
    callsOf: (name: string) => callsOf(name).map(({ variables }) => variables),
    listening: () =>
      open()
        .map(({ name, variables }) => `${name} ${String(variables['id'])}`)
        .sort(),
    send,
  }
}
