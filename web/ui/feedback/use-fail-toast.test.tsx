import { act, screen, waitFor } from '@testing-library/react'
import { cacheExchange } from '@urql/exchange-graphcache'
import { Client, fetchExchange, gql } from 'urql'
import { expect, it, vi } from 'vitest'
import { fakeGateway, renderRoutes } from '#tests/support/render.tsx'
import { useLastRead, type LastRead } from '#web/lib/use-last-read.ts'
import { toast } from './toast.tsx'
import { useFailToast } from './request-toasts.ts'

const query = gql<{ things: string }, { page: number }>`
  query Things($page: Int!) {
    things(page: $page)
  }
`
const down = { data: null, errors: [{ message: 'down' }] }
const read = (things: string) => ({ data: { __typename: 'Query', things } })

/** A page of objects, whose reads get `answers` in order; after the last one the platform is down. */
function show(...answers: object[]) {
  const { fetch, calls } = fakeGateway(() => ({ body: answers.shift() ?? down }))
  const error = vi.spyOn(toast, 'error').mockReturnValue()
  const exchanges = [cacheExchange({}), fetchExchange]
  const client = new Client({ url: '/graphql', fetch, preferGetMethod: false, exchanges })
  let latest: LastRead<{ things: string }> | undefined
  function Page({ page }: { page: number }) {
    latest = useLastRead(query, { page })
    useFailToast('Error:', latest.error)
    return <p>{latest.reading ? 'reading' : `page ${page}: ${latest.data?.things ?? 'nothing'}`}</p>
  }
  const routes = [1, 2, 3].map((page) => ({ path: `/${page}`, element: <Page key="same" page={page} /> }))
  const { router } = renderRoutes(routes, { at: '/1', client })
  return {
    toasts: () => error.mock.calls.length,
    calls,
    reread: () => act(() => latest?.reread()),
    rereadInBackground: () => act(() => latest?.rereadInBackground()),
    go: (page: number) => act(() => router.navigate(`/${page}`)),
  }
}

it('reports a requested read again, also for the same reason', async () => {
  const { toasts, reread } = show(read('rows'))
  await screen.findByText('page 1: rows')
  reread()
  await waitFor(() => expect(toasts()).toBe(1))
  reread()
  await waitFor(() => expect(toasts()).toBe(2))
  expect(screen.getByText('page 1: rows')).toBeTruthy()
})

it('reports failed background reads once', async () => {
  const { toasts, calls, reread, rereadInBackground } = show()
  await waitFor(() => expect(toasts()).toBe(1))
  for (const sent of [2, 3]) {
    rereadInBackground()
    await waitFor(() => expect(calls).toHaveLength(sent))
    await screen.findByText('page 1: nothing')
  }
  expect(toasts()).toBe(1)
  reread()
  await waitFor(() => expect(toasts()).toBe(2))
})

it('reports a failure again after a success', async () => {
  const { toasts, rereadInBackground } = show(down, read('rows'))
  await waitFor(() => expect(toasts()).toBe(1))
  rereadInBackground()
  await screen.findByText('page 1: rows')
  rereadInBackground()
  await waitFor(() => expect(toasts()).toBe(2))
})

it('reports each page that cannot be read', async () => {
  const { toasts, go } = show(read('rows'))
  await screen.findByText('page 1: rows')
  await go(2)
  await waitFor(() => expect(toasts()).toBe(1))
  await go(3)
  await waitFor(() => expect(toasts()).toBe(2))
})
