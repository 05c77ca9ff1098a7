import { ChakraProvider } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach } from 'vitest'
import { Provider } from 'urql'
import { createFakeGateway, type Answers } from '#tests/support/web-gateway.ts'
import { CurrentAppProvider } from '#web/lib/current-app.tsx'
import { SessionProvider } from '#web/lib/session-context.tsx'
import { createSession } from '#web/lib/session.ts'
import { toaster, Toaster } from '#web/ui/feedback/toast.tsx'
import { system } from '#web/app/theme/system.ts'
import { workqueueCache } from './cache.ts'
import type { WorkqueueListRow } from './list/use-workqueue-list.ts'

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
    createdBy: null,
    restarts: null,
    strip: null,
    taskCounts: null,
    activeMs: null,
    activeSince: null,
    note: null,
    why: null,
    ...over,
  }
}

export const page = (rows: unknown[], total = rows.length) => ({
  workqueues: { __typename: 'WorkqueuePage', rows, total, more: null },
})

/** What a platform with these features answers. */
export const withFeatures = (...features: string[]): Answers => ({
  Capabilities: () => ({ capabilities: { __typename: 'Capabilities', version: '2', features } }),
})

/** The product's client with a fake gateway, and live events of the list. */
export function createBed(answers: Answers) {
  const gateway = createFakeGateway(answers, workqueueCache)
  const { client } = gateway
  return {
    ...gateway,
    /** Sends a live event of the list to all subscriptions. */
    send(event: 'save' | 'status' | 'update', workqueue: Partial<ReturnType<typeof row>>) {
      for (const name of new Set(gateway.open().map((each) => each.name)))
        gateway.send(name, { workqueueList: { __typename: 'WorkqueueListEvent', event, workqueue } })
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
