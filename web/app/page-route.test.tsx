import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pageMessages } from '#shared/lib/page-messages.ts'
import { renderRoutes } from '#tests/support/render.tsx'
import { page, PageFailure } from './page-route.tsx'

const failure = new TypeError('Failed to fetch dynamically imported module: http://localhost/assets/teams.js')

beforeEach(() => vi.spyOn(console, 'error').mockReturnValue())
afterEach(() => vi.unstubAllGlobals())

/** Opens a page whose code is loaded by `load`; the server answers or is away. */
function open(served: () => boolean, load: () => Promise<() => string>) {
  vi.stubGlobal('fetch', () => (served() ? Promise.resolve({ ok: true }) : Promise.reject(failure)))
  renderRoutes([{ ErrorBoundary: PageFailure, HydrateFallback: () => null, children: [page('/', load)] }])
}

it.each(['online', 'button'])(
  'says that a page is not loaded, and shows it once it can be: %s',
  async (by) => {
    let isServed = false
    open(
      () => isServed,
      () => (isServed ? Promise.resolve(() => 'Teams') : Promise.reject(failure)),
    )
    expect(await screen.findByText(pageMessages.away)).toBeTruthy()
    expect(screen.queryByText(/dynamically imported/)).toBeNull()
    isServed = true
    if (by === 'online') act(() => void window.dispatchEvent(new Event('online')))
    else act(() => screen.getByRole('button', { name: 'Try again' }).click())
    expect(await screen.findByText('Teams')).toBeTruthy()
  },
)

it('asks to load the page again when its files belong to an earlier version', async () => {
  open(
    () => true,
    () => Promise.reject(failure),
  )
  expect(await screen.findByText(pageMessages.outdated, {}, { timeout: 5000 })).toBeTruthy()
})

it('names the fault of a page that cannot be shown', async () => {
  open(
    () => true,
    () => Promise.reject(new Error('x is not a function')),
  )
  expect(await screen.findByText(pageMessages.notShown('x is not a function'))).toBeTruthy()
})
