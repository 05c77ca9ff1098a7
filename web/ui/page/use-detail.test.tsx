import { act, screen, waitFor } from '@testing-library/react'
import { cacheExchange } from '@urql/exchange-graphcache'
import { afterEach, expect, it, vi } from 'vitest'
import { Client, fetchExchange, gql } from 'urql'
import { renderRoutes } from '#tests/support/render.tsx'
import { DetailSkeleton, useDetail } from './use-detail.tsx'

const query = gql<{ thing: { id: string; name: string } }, object>`
  query Thing {
    thing {
      __typename
      id
      name
    }
  }
`
const variables = {}

afterEach(() => vi.useRealTimers())
const words = {
  failed: 'Error loading thing:',
  above: [{ label: 'All things', to: '/things' }],
}
const thing = { data: { thing: { __typename: 'Thing', id: '1', name: 'A thing' } } }
const failure = (code: string) => ({ data: null, errors: [{ message: 'no', extensions: { code } }] })

/** A page of one object, whose reads get `answers` in order. */
function show(...answers: object[]) {
  const client = new Client({
    url: '/graphql',
    preferGetMethod: false,
    exchanges: [cacheExchange({}), fetchExchange],
    fetch: () => Promise.resolve(Response.json(answers.shift() ?? failure('UNANSWERED'))),
  })
  let reread: (() => void) | undefined
  function Page() {
    const detail = useDetail(query, variables, words)
    reread = detail.reread
    return detail.data ? <p>{detail.data.thing.name}</p> : <DetailSkeleton title="Thing" detail={detail} />
  }
  const routes = [
    { path: '/things', element: <p>All things</p> },
    { path: '/things/1', Component: Page },
  ]
  const view = renderRoutes(routes, { at: '/things/1', client })
  return { ...view, reread: () => act(() => reread?.()) }
}

it('leads back to the list when the load fails, and reports the reason', async () => {
  show(failure('INTERNAL'))
  expect(await screen.findByText('All things')).toBeTruthy()
  expect(await screen.findByText('Error loading thing: no')).toBeTruthy()
})

it('stays on the page when a later read fails', async () => {
  const { address, reread } = show(thing, failure('PLATFORM_DOWN'))
  await screen.findByText('A thing')
  reread()
  expect(await screen.findByText('Error loading thing: no')).toBeTruthy()
  expect(address()).toBe('/things/1')
})

it('leads back when the loaded object no longer exists', async () => {
  const { address, reread } = show(thing, failure('NOT_FOUND'))
  await screen.findByText('A thing')
  reread()
  await waitFor(() => expect(address()).toBe('/things'))
})

it('stays while the console is away and recovers by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { address } = show(failure('PLATFORM_DOWN'), failure('OVERLOADED'), thing)
  // Its head has the way to the list.
  expect(await screen.findByRole('heading', { name: 'Thing' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All things' }).getAttribute('href')).toBe('/things')
  // In place of the object, and as every failure in a toast: one, however many tries fail.
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  await waitFor(() => expect(screen.getAllByText('Error loading thing: no')).toHaveLength(2))
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(await screen.findByText('A thing')).toBeTruthy()
  expect(address()).toBe('/things/1')
})

it('is read again at once when the browser is back in its network', async () => {
  show(failure('PLATFORM_DOWN'), thing)
  await screen.findByRole('button', { name: 'Try again' })
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('A thing', {}, { timeout: 500 })).toBeTruthy()
})

it('stays on a page that is older than the console', async () => {
  const { address } = show({ data: null, errors: [{ message: 'PersistedQueryNotFound' }] })
  expect(
    await screen.findByText('Error loading thing: this page is older than the console, reload it'),
  ).toBeTruthy()
  expect(address()).toBe('/things/1')
})
