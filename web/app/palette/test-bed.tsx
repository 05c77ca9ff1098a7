import { act, configure, screen } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { useState } from 'react'
import { Client, fetchExchange } from 'urql'
import { vi } from 'vitest'
import { fakeGateway, renderRoutes, signedInView } from '#tests/support/render.tsx'
import { createSession } from '#web/lib/session.ts'
import { PaletteHost } from './palette-host.tsx'

// The styles of each element and its ancestors, which decide this, take most of the time of a query by role.
configure({ defaultHidden: true })
export const paletteUser = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })

type PaletteAnswers = Record<string, (variables: Record<string, unknown>) => unknown>

export const paletteHit = (kind: string, id: string, name: string, rest: object = {}) => ({
  kind,
  id,
  name,
  appId: null,
  sentence: null,
  status: null,
  since: null,
  parentId: null,
  ...rest,
})
const nightly = paletteHit('runs', 'r1', 'Nightly invoice run', {
  appId: 'a1',
  status: 'failed',
  since: new Date(2026, 2, 1, 12, 3).toISOString(),
  sentence: 'Charge cards US failed',
})
const lists = {
  plans: { rows: [{ id: 'p1', name: 'Nightly invoice' }] },
  workers: null,
  teams: null,
  clusters: null,
}

export const paletteAnswers: PaletteAnswers = {
  AppNames: () => ({
    apps: [
      { id: 'a1', name: 'Billing' },
      { id: 'a2', name: 'Shop' },
    ],
  }),
  PaletteNames: ({ all }) => ({
    scripts: { rows: [{ id: 's1', name: 'Nightly cleanup' }] },
    ...(all ? lists : {}),
  }),
  PaletteSearch: () => ({
    search: [
      { kind: 'runs', more: 12, exact: true, search: null, hits: [nightly] },
      {
        kind: 'plans',
        more: 0,
        exact: true,
        search: null,
        hits: [paletteHit('plans', 'p1', 'Nightly invoice')],
      },
      { kind: 'moons', more: 0, exact: true, search: null, hits: [paletteHit('moons', 'm1', 'Nightly')] },
    ],
  }),
  PaletteAttention: () => ({ attention: { items: [] } }),
  OpenFailures: () => ({ failures: { total: 0, rows: [] } }),
  Queues: () => ({ queues: [] }),
  PaletteFailedRuns: () => ({ workqueues: { total: 0, rows: [] } }),
}

/** Opens the palette on a page of a platform with these features; `answers` are those of the gateway by operation. */
export async function openPalette({
  at = '/apps/a1/workqueues',
  features = ['search'],
  answers = {} as PaletteAnswers,
} = {}) {
  const { fetch, calls } = fakeGateway(async (_method, path, body) => {
    if (path !== '/graphql') return { body: signedInView }
    const { operationName, variables } = body as { operationName: string; variables: Record<string, unknown> }
    if (operationName === 'Capabilities')
      return { body: { data: { capabilities: { version: '1', features } } } }
    const data = await { ...paletteAnswers, ...answers }[operationName]?.(variables)
    return { body: data ? { data } : { errors: [{ message: 'The platform is away' }] } }
  })
  vi.stubGlobal('fetch', fetch)
  const session = createSession({ to: vi.fn(), reload: vi.fn() })
  await act(() => session.check())
  const client = new Client({ url: '/graphql', fetch, preferGetMethod: false, exchanges: [fetchExchange] })
  const [onClose, onKeys] = [vi.fn(), vi.fn()]
  function Host() {
    const [isOpen, setOpen] = useState(true)
    onClose.mockImplementation(() => setOpen(false))
    return <PaletteHost open={isOpen} onClose={onClose} onKeys={onKeys} />
  }
  const host = <Host />
  const view = renderRoutes(
    [
      { path: '/apps/:id/*', element: host },
      { path: '*', element: host },
    ],
    { at, session, client },
  )
  const field = await screen.findByRole('combobox', { name: 'Search or jump to' })
  const asked = () => calls.map(({ body }) => (body as { operationName?: string } | undefined)?.operationName)
  return { ...view, field, asked, onClose, onKeys }
}

export const optionNames = () =>
  screen.queryAllByRole('option').map((option) => option.getAttribute('aria-label'))
export const selectedOption = () =>
  screen
    .queryAllByRole('option')
    .find((option) => option.getAttribute('aria-selected') === 'true')
    ?.getAttribute('aria-label')
