import { fireEvent, screen } from '@testing-library/react'
import { Outlet, useLocation } from 'react-router-dom'
import { Client, fetchExchange } from 'urql'
import { expect, it, vi } from 'vitest'
import { renderRoutes } from '#tests/support/render.tsx'
import { MissingAddress } from './missing-address.tsx'
import { nearestScreen } from './nearest-screen.ts'
import { paletteAsked } from './palette/typed-ahead.ts'
import { screensOf } from './screens.ts'
import { UnknownAddress, type WithoutPage } from './unknown-address.tsx'

function Frame() {
  const state = useLocation().state as WithoutPage | null
  return (
    <>
      {state && <MissingAddress address={state.missing} />}
      <Outlet />
    </>
  )
}

// What the platform offers is never known: the screens without a feature are there.
const client = new Client({
  url: '/graphql',
  fetch: () => new Promise(() => {}),
  preferGetMethod: false,
  exchanges: [fetchExchange],
})

function open(at: string) {
  return renderRoutes(
    [
      {
        Component: Frame,
        children: [
          { path: '/', element: <p>first page</p> },
          { path: '*', Component: UnknownAddress },
        ],
      },
    ],
    { at, client },
  )
}

// Fails when the address is not given on, or when the note stays after it was closed.
it('leads to the first page, says which address has no page and offers to search for it', async () => {
  const { address } = open('/no/such/page?x=1')
  expect(await screen.findByText('There is no page /no/such/page')).toBeTruthy()
  expect(address()).toBe('/')
  const asked = vi.fn()
  paletteAsked.subscribe(asked)
  fireEvent.click(screen.getByRole('button', { name: 'Search for it' }))
  expect(asked).toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText('There is no page /no/such/page')).toBeNull()
  expect(address()).toBe('/')
})

it.each([
  ['/w%C3%B6rkers/x', 'There is no page /wörkers/x'],
  ['/50%/x', 'There is no page /50%/x'],
])('names %s as it was typed', async (at, text) => {
  open(at)
  expect(await screen.findByText(text)).toBeTruthy()
})

it('offers the screen whose name is nearly the same', async () => {
  open('/clusers/6b07')
  expect(await screen.findByRole('link', { name: 'Open Clusters' })).toHaveProperty('pathname', '/clusters')
})

it.each([
  ['/backlog', '/dashboard/backlog'],
  ['/workes/6b077f5e0c89f25fd5765b5d', '/workers'],
  ['/apps/a1/task-summary', '/apps/a1/tasks-summary'],
  ['/alerts', '/account?tab=alerts'],
  ['/no/such/page', undefined],
  [`/${'x'.repeat(200)}`, undefined],
])('finds for %s the screen %s', (address, to) => {
  expect(
    nearestScreen(
      address,
      screensOf('a1', () => true),
    )?.to,
  ).toBe(to)
})
