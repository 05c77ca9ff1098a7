import { ChakraProvider } from '@chakra-ui/react'
import { cacheExchange } from '@urql/exchange-graphcache'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach } from 'vitest'
import { Client, fetchExchange, Provider, subscriptionExchange } from 'urql'
import { CurrentAppProvider } from '#web/lib/current-app.tsx'
import { SessionProvider } from '#web/lib/session-context.tsx'
import { createSession } from '#web/lib/session.ts'
import { liveOrderExchange } from '#web/realtime/live-order.ts'
import { toaster, Toaster } from '#web/ui/feedback/toast.tsx'
import { system } from '#web/app/theme/system.ts'
import { workqueueCache } from './cache.ts'
import type { WorkqueueListRow } from './list/use-workqueue-list.ts'

type Variables = Record<string, unknown>
/** Answers by operation name: the data, or `{ errors }`; a promise for a slow answer. */
export type Answers = Record<string, (variables: Variables) => unknown>

export interface OpenSubscription {
  name: string
  variables: Variables
}

const appId = 'a1'

// Toasts stay for seven seconds: without this those of one test would show up in the next.
afterEach(() => toaster.remove())

/** A row in an answer of the gateway. `number` orders the rows: the higher, the newer. */
export function row(number: number, over: Partial<WorkqueueListRow> = {}) {
  return {
    __typename: 'Workqueue' as const,
    id: `w${number}`,
    appId,
    name: `Run ${number}`,
    description: '',
    tags: [] as string[],
    status: 'started',
    created: new Date(Date.UTC(2026, 2, 1) + number * 60_000).toISOString(),
    started: new Date(Date.UTC(2026, 2, 1) + number * 60_000 + 1000).toISOString(),
    ended: null as string | null,
    planId: null,
    parentTaskId: null,
    plan: null,
    parent: null,
    children: null,
    inputs: null,
    restarts: null,
    strip: null,
    taskCounts: null,
    activeMs: null,
    activeSince: null,
    why: null,
    ...over,
  }
}

export const page = (rows: unknown[], total = rows.length) => ({
  workqueues: { __typename: 'WorkqueuePage', rows, total },
})

/** What a platform with these features answers. */
export const withFeatures = (...features: string[]): Answers => ({
  Capabilities: () => ({ capabilities: { __typename: 'Capabilities', version: '2', features } }),
})

/**
 * The product's client (cache, order, fetch, socket) with a fake gateway: queries and mutations are answered
 * by name, live events are sent by the test.
 */
export function createBed(answers: Answers) {
  const calls: OpenSubscription[] = []
  const open = new Map<symbol, OpenSubscription & { send(data: unknown): void }>()

  const fetch = async (_url: unknown, init?: RequestInit) => {
    const { operationName, variables } = JSON.parse(String(init?.body)) as {
      operationName: string
      variables: Variables
    }
    calls.push({ name: operationName, variables })
    const answer = (await answers[operationName]?.(variables)) as { errors?: unknown } | undefined
    const body = answer && 'errors' in answer ? answer : { data: answer }
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
  }
  const client = new Client({
    url: 'http://console.test/graphql',
    fetch: fetch as typeof globalThis.fetch,
    preferGetMethod: false,
    exchanges: [
      cacheExchange({
        ...workqueueCache,
        keys: {
          WorkqueuePage: () => null,
          WorkqueueListEvent: () => null,
          ChildCounts: () => null,
          ParentTask: () => null,
          PlanOfRun: () => null,
          Why: () => null,
          Capabilities: () => null,
          WorkqueueCancel: () => null,
          PlanPage: () => null,
        },
      }),
      liveOrderExchange,
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: (request, operation) => ({
          subscribe(sink) {
            const key = Symbol('subscription')
            open.set(key, {
              name: /subscription (\w+)/.exec(request.query ?? '')?.[1] ?? '',
              variables: operation.variables as Variables,
              send: (data) => sink.next({ data: data as Variables }),
            })
            return { unsubscribe: () => open.delete(key) }
          },
        }),
      }),
    ],
  })

  return {
    client,
    /** Every query and mutation that reached the gateway. */
    calls,
    callsOf: (name: string) => calls.filter((call) => call.name === name),
    /** The subscriptions that are open now. */
    open: () => [...open.values()].map(({ name, variables }) => ({ name, variables })),
    /** Sends a live event of the list to all subscriptions. */
    send(event: 'save' | 'status' | 'update', workqueue: Partial<ReturnType<typeof row>>) {
      for (const each of open.values())
        each.send({ workqueueList: { __typename: 'WorkqueueListEvent', event, workqueue } })
    },
    Wrapper: ({ children }: { children: ReactNode }) => <Provider value={client}>{children}</Provider>,
  }
}

/** A page at an address below its app, with its providers; `router` has the current address. */
export function pageAt(bed: ReturnType<typeof createBed>, address: string, element: ReactNode) {
  const router = createMemoryRouter(
    [
      { path: '/apps/:id/workqueues', element },
      { path: '/apps/:id/workqueues/create', element },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [address] },
  )
  const ui = (
    <ChakraProvider value={system}>
      <bed.Wrapper>
        <SessionProvider session={createSession()}>
          <CurrentAppProvider app={{ id: appId, name: 'Parcel depot', description: '', version: null }}>
            <RouterProvider router={router} />
          </CurrentAppProvider>
        </SessionProvider>
        <Toaster />
      </bed.Wrapper>
    </ChakraProvider>
  )
  return { ui, router }
}
