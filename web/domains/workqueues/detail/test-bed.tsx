import { ChakraProvider } from '@chakra-ui/react'
import { render } from '@testing-library/react'
import { visit, type DocumentNode } from 'graphql'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { Provider } from 'urql'
import { createFakeGateway, type Answers } from '#tests/support/web-gateway.ts'
import { system } from '#web/app/theme/system.ts'
import type { SessionView } from '#shared/domains/account/contract.ts'
import type { Session } from '#web/lib/session.ts'
import { SessionContext } from '#web/lib/session-context.tsx'
import { CurrentAppProvider } from '#web/lib/current-app.tsx'
import { Toaster } from '#web/ui/feedback/toast.tsx'
import { taskRow } from '#web/domains/tasks/operations.ts'
import type { LogLine, TaskDetail } from '#web/domains/tasks/task.ts'
import { WorkqueueDetailPage } from '../workqueue-detail-page.tsx'
import type { WorkqueueDetail } from './operations.ts'
import type { RunRestarts } from './use-restarts.tsx'

/** An answer with the name of its GraphQL type. */
type Typed<T, Name extends string> = T & { __typename: Name }

export const appId = 'a1'
export const moment = (second: number) => new Date(Date.UTC(2026, 2, 1, 14, 3, second)).toISOString()

const taskFields: string[] = []
visit(taskRow as DocumentNode, { Field: ({ name }) => void taskFields.push(name.value) })

/** A task in an answer of the gateway. Fields without a value here or in `over` are null. */
export function task(name: string, over: Partial<TaskDetail> = {}): Typed<TaskDetail, 'Task'> {
  return {
    ...Object.fromEntries(taskFields.map((field) => [field, null])),
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
  } as Typed<TaskDetail, 'Task'>
}

/** A workqueue in an answer of the gateway. */
export function run(over: Partial<WorkqueueDetail> = {}): Typed<WorkqueueDetail, 'Workqueue'> {
  return {
    __typename: 'Workqueue',
    id: 'w1',
    appId,
    name: 'Parcel intake',
    description: 'lot 4411',
    tags: ['nightly', 'hall 2'],
    status: 'started',
    created: moment(0),
    started: moment(0),
    ended: null,
    planId: null,
    traceId: null,
    rerunOf: null,
    scheduleId: null,
    scheduledFor: null,
    hookId: null,
    parentTaskId: null,
    parent: null,
    plan: null,
    children: null,
    activeMs: null,
    activeSince: null,
    restarts: null,
    expectedMs: null,
    deadlineMs: null,
    onDeadline: null,
    due: null,
    late: null,
    note: null,
    createdBy: 'op@northwind.example',
    updatedBy: null,
    initialState: { lot: 4411 },
    state: { lot: 4411, parcels: 214, secret: 1 },
    outputsDef: ['parcels'],
    firstTasks: [],
    errorTasks: [],
    tasks: [task('load'), task('weigh', { depends: ['load'] })],
    ...over,
  }
}

export function log(id: string, over: Partial<LogLine> = {}): Typed<LogLine, 'LogEntry'> {
  return {
    __typename: 'LogEntry',
    id,
    taskId: 't-load',
    attempt: 1,
    timestamp: moment(1),
    level: 'info',
    message: `message ${id}`,
    stacktrace: null,
    ...over,
  }
}

/** The restarts of a run whose tasks cannot be restarted. */
export const noRestarts: RunRestarts = {
  failed: [],
  restarting: null,
  restart: () => undefined,
  restartMany: () => undefined,
  restartWithAlias: () => undefined,
  held: new Set(),
  changed: () => undefined,
  dialog: null,
}

/** The page at its address, with a fake gateway. */
function sessionWith(traceUrl: string): Session {
  const view = { authenticated: true, traceUrl } as SessionView
  const state = { phase: 'known', view } as const
  return { get: () => state, subscribe: () => () => {} } as Partial<Session> as Session
}

/** `traceUrl`: the address of traces that is configured. */
export function openDetail(answers: Answers, query = '', id = 'w1', traceUrl?: string) {
  const { client, callsOf, open, send } = createFakeGateway(answers)
  const router = createMemoryRouter(
    [
      { path: '/apps/:id/workqueues/:workqueue', element: <WorkqueueDetailPage /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [`/apps/${appId}/workqueues/${id}${query}`] },
  )
  render(
    <ChakraProvider value={system}>
      <Provider value={client}>
        <CurrentAppProvider app={{ id: appId, name: 'Parcel depot', description: '', version: null }}>
          <SessionContext value={traceUrl === undefined ? null : sessionWith(traceUrl)}>
            <RouterProvider router={router} />
          </SessionContext>
        </CurrentAppProvider>
      </Provider>
      <Toaster />
    </ChakraProvider>,
  )
  return {
    router,
    callsOf,
    /** The open subscriptions: operation names with the id of the workqueue. */
    listening: () =>
      open()
        .map(({ name, variables }) => `${name} ${String(variables['id'])}`)
        .sort(),
    send,
  }
}

/** The answer of a platform with these features. */
export const featuresOf = (...features: string[]): Answers => ({
  Capabilities: () => ({ capabilities: { __typename: 'Capabilities', version: '1.0.0', features } }),
})

/** The answers for an existing workqueue. */
export const answersOf = (shown: WorkqueueDetail, logs: LogLine[] = []): Answers => ({
  WorkqueueDetail: () => ({ workqueue: shown }),
  WorkqueueState: () => ({ workqueue: shown }),
  WorkqueueLogs: () => ({ workqueueLogs: logs }),
})
