import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderRoutes } from '#tests/support/render.tsx'
import { createFakeGateway, type Answers } from '#tests/support/web-gateway.ts'
import { RunHook } from '#web/domains/workqueues/detail/run-hook.tsx'
import { hookCache } from './cache.ts'
import { PlanHooks } from './plan-hooks.tsx'

const hook = (id: string, over: object = {}) => ({
  __typename: 'Hook',
  id,
  appId: 'a1',
  planId: 'p1',
  appName: 'Billing',
  name: `Shop ${id}`,
  enabled: true,
  mapping: null,
  limit: 60,
  secretCreated: '2026-11-20T01:30:00.000Z',
  oldSecretUntil: null,
  calls: 3,
  version: 4,
  last: { __typename: 'HookLastCall', at: '2026-11-20T01:30:00.000Z', status: 202, reason: null },
  ...over,
})

const call = (id: string, over: object = {}) => ({
  __typename: 'HookCall',
  id,
  at: '2026-11-20T01:30:00.000Z',
  status: 202,
  reason: null,
  key: 'order-1042',
  workqueueId: 'r1',
  repeated: false,
  count: 1,
  ms: 12,
  source: '192.0.2.7',
  ...over,
})

/** The start addresses of a plan at an address, with a gateway that has these. */
function openHooks(search: string, rows: object[], answers: Answers = {}) {
  const gateway = createFakeGateway(
    {
      HookList: () => ({ hooks: { __typename: 'HookPage', total: rows.length, rows } }),
      HookApps: () => ({ apps: [{ __typename: 'App', id: 'a1', name: 'Billing' }] }),
      ...answers,
    },
    hookCache,
  )
  const view = renderRoutes([{ path: '*', element: <PlanHooks planId="p1" /> }], {
    at: `/plans/p1${search}`,
    client: gateway.client,
  })
  return { ...gateway, ...view, user: userEvent.setup() }
}

const rowOf = async (name: string) => (await screen.findByRole('link', { name })).closest<HTMLElement>('tr')!

it('lists start addresses with the answer of the last call, and switches one off', async () => {
  const { user, callsOf } = openHooks('', [hook('h1'), hook('h2', { last: null, enabled: false })], {
    UpdateHook: () => ({ updateHook: hook('h1', { enabled: false }) }),
  })
  const first = await rowOf('Shop h1')
  expect(first.textContent).toMatch(/Billing.*\/api\/hooks\/h1.*202/)
  // On a phone the number has its label beside it.
  expect(within(first).getByText('Calls, 24 h').hasAttribute('data-label')).toBe(true)
  expect((await rowOf('Shop h2')).textContent).toContain('no call yet')
  await user.click(screen.getByRole('switch', { name: 'Shop h1 starts runs' }))
  await waitFor(() => expect(callsOf('UpdateHook')[0]?.variables).toEqual({ id: 'h1', enabled: false }))
  expect(await screen.findByText(/Shop h1 is switched off/)).toBeTruthy()
})

// Fails when the secret stays in the page after the dialog, or the command lacks it.
it('a new start address shows its secret once, with a command that has it', async () => {
  const { user, callsOf } = openHooks('', [], {
    CreateHook: () => ({
      createHook: { __typename: 'MadeHook', secret: 'whsec_only-once', hook: hook('h9') },
    }),
  })
  await screen.findByText(/Nothing outside starts this plan/)
  await user.click(screen.getByRole('button', { name: 'New Start Address' }))
  const form = within(await screen.findByRole('dialog', { name: 'New Start Address' }))
  await user.type(form.getByLabelText(/^Name/), ' Shop ')
  const create = form.getByRole<HTMLButtonElement>('button', { name: 'Create' })
  await waitFor(() => expect(create.disabled).toBe(false))
  await user.click(create)
  const shown = within(await screen.findByRole('dialog', { name: 'Secret of the start address' }))
  expect(callsOf('CreateHook')[0]?.variables).toEqual({
    planId: 'p1',
    appId: 'a1',
    name: 'Shop',
    mapping: null,
    limit: 60,
  })
  const command = shown.getByRole('region', { name: 'Start a run by curl' }).textContent
  expect(command).toMatch(/\/api\/hooks\/h9'.*Bearer whsec_only-once'.*--data '\{"order":/s)
  await user.click(shown.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(document.body.textContent).not.toContain('whsec_only-once'))
})

it('an opened start address tells what its last calls got, refusals in words', async () => {
  openHooks('?hook=h1', [hook('h1')], {
    HookCalls: () => ({
      hookCalls: {
        __typename: 'HookCallPage',
        total: 3,
        rows: [
          call('c3', { status: 401, reason: 'The secret is wrong', workqueueId: null, key: null, count: 5 }),
          call('c2', { status: 200, repeated: true }),
          call('c1'),
        ],
      },
    }),
  })
  const calls = within(await screen.findByRole('table', { name: 'Last calls: Shop h1' }))
  const refused = (await calls.findByText(/The secret is wrong/)).closest('tr')!
  expect(refused.textContent).toMatch(/401 The secret is wrong, 5 times/)
  expect(calls.getByText(/same key: gave the earlier run/)).toBeTruthy()
  expect(calls.getAllByRole('link')[0]?.getAttribute('href')).toBe('/apps/a1/workqueues/r1')
})

it('a run names its start address only where the platform has the feature', async () => {
  const openRun = (features: string[]) => {
    const gateway = createFakeGateway({
      Capabilities: () => ({ capabilities: { __typename: 'Capabilities', version: '1', features } }),
      HookName: () => ({ hook: { __typename: 'Hook', id: 'h1', name: 'Shop', planId: 'p1' } }),
    })
    const element = <RunHook hookId="h1" />
    return { ...gateway, ...renderRoutes([{ path: '*', element }], { client: gateway.client }) }
  }
  const without = openRun(['schedules'])
  await waitFor(() => expect(without.callsOf('Capabilities')).toHaveLength(1))
  expect(screen.queryByText('Start address')).toBeNull()
  expect(without.callsOf('HookName')).toEqual([])
  without.unmount()
  openRun(['hooks'])
  const link = await screen.findByRole('link', { name: 'Shop' })
  expect(link.getAttribute('href')).toBe('/plans/p1?hook=h1#hooks')
})

it('shows calls that arrive, and says when they were read', async () => {
  let calls = 0
  openHooks('', [], {
    HookList: () => ({ hooks: { __typename: 'HookPage', total: 1, rows: [hook('h1', { calls })] } }),
  })
  expect((await rowOf('Shop h1')).textContent).toMatch(/Calls, 24 h0/)
  expect(await screen.findByText(/^read \d/)).toBeTruthy()
  calls = 7
  await waitFor(async () => expect((await rowOf('Shop h1')).textContent).toMatch(/Calls, 24 h7/), {
    timeout: 8000,
  })
})
