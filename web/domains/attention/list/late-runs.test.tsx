import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connection } from '#web/realtime/live-status.ts'
import { attentionOf, choose, itemOf, lateOf, openAttention } from '../test-bed.tsx'

const MINUTE = 60_000
const user = userEvent.setup({ delay: null })
const ana = { userId: 'u1', email: 'ana@northwind.example' }

const late = (id: string, minutes: number, over: Parameters<typeof itemOf>[1] = {}) =>
  itemOf(id, {
    kind: 'runLate',
    sentence: `Month close is late: ${minutes} m, usually 12 m`,
    since: `2026-11-22T11:${60 - minutes}:00.000Z`,
    waits: 3,
    late: lateOf(minutes * MINUTE),
    links: { appId: 'a1', workqueueId: `run-${id}`, taskId: `task-${id}`, planId: 'p1' },
    actions: [
      ['openTask', 'Open the task'],
      ['cancelRun', 'Cancel'],
    ],
    ...over,
  })
const failure = itemOf('f1', { waits: 8 })

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-item]:not([aria-hidden])')]
const sentences = () => rows().map((row) => row.getAttribute('aria-label'))
const card = () => within(rows().find((row) => row.textContent?.includes('late'))!)

async function open(items: ReturnType<typeof itemOf>[], answers = {}) {
  const bed = openAttention({ Attention: () => attentionOf(items), ...answers })
  await waitFor(() => expect(rows().length).toBeGreaterThan(0))
  await waitFor(() => expect(bed.callsOf('Attention').length).toBeGreaterThan(1))
  return bed
}

beforeEach(() => connection.set('live'))
afterEach(() => connection.set('off'))

it('draws late runs of a plan that hang in the same task as one item, by the sum of what is hurt', async () => {
  await open([failure, late('r1', 30), late('r2', 37), late('r3', 31)])
  expect(sentences()).toEqual(['3 late runs of Month close: longest 37 m, usually 12 m', 'Item f1'])
  expect(document.querySelector('[data-item-count]')?.textContent).toBe('2')
  await waitFor(() => expect(document.title).toBe('(2) Attention - Workforce'))
  const text = rows()[0]!.textContent
  expect(text).toMatch(/Up to 36\sm in Export ledger to SAP, usually 40\ss\s· late since /)
  expect(text).toContain('worker ledger 4.1.0 @ ledger-1')
  const [longest] = card().getAllByRole('link', { name: 'Open the longest' })
  expect(longest).toHaveProperty('search', '?task=task-r2')
  expect(card().getByRole('link', { name: 'Stuck or late runs' })).toHaveProperty(
    'search',
    '?search=plan:p1&stuck=true',
  )
  expect(card().getByText('All 3 workqueues')).toBeTruthy()
  const listed = [...rows()[0]!.querySelectorAll<HTMLAnchorElement>('[data-item-runs] a')]
  expect(listed.map(({ search }) => search)).toEqual(['?task=task-r2', '?task=task-r3', '?task=task-r1'])
})

it('tells opened runs apart by their inputs', async () => {
  const runs = ['r1', 'r2'].map((id, index) => ({
    __typename: 'Workqueue',
    id: `run-${id}`,
    name: 'Month close',
    planId: 'p1',
    inputs: { tenant: ['acme', 'hooli'][index] },
  }))
  const bed = await open([late('r1', 30), late('r2', 37)], {
    Capabilities: () => ({
      capabilities: { __typename: 'Capabilities', version: '1', features: ['attention', 'search'] },
    }),
    LateInputs: () => ({ workqueues: { __typename: 'WorkqueuePage', rows: runs } }),
  })
  expect(bed.callsOf('LateInputs')).toEqual([])
  await user.click(card().getByText('All 2 workqueues'))
  await waitFor(() =>
    expect([...rows()[0]!.querySelectorAll('[data-item-runs] li')].map((line) => line.textContent)).toEqual([
      expect.stringContaining('tenant=hooli'),
      expect.stringContaining('tenant=acme'),
    ]),
  )
  const { variables } = bed.callsOf('LateInputs')[0] ?? {}
  expect(variables).toMatchObject({ appId: 'a1', search: 'plan:p1' })
})

it('keeps apart what hangs elsewhere, and what is muted', async () => {
  await open([
    late('r1', 30),
    late('r2', 37),
    late('r3', 31, { late: lateOf(31 * MINUTE, { task: 'Render' }) }),
    late('r4', 32, { mutedUntil: 'change' }),
    late('r5', 33, { late: null }),
  ])
  expect(sentences()).toEqual([
    '2 late runs of Month close: longest 37 m, usually 12 m',
    'Month close is late: 33 m, usually 12 m',
    'Month close is late: 31 m, usually 12 m',
  ])
})

it('stays in its place when the number of its runs changes', async () => {
  const bed = await open([late('r1', 30), failure])
  expect(sentences()).toEqual(['Item f1', 'Month close is late: 30 m, usually 12 m'])
  act(() => bed.change('save', late('r2', 20)))
  await waitFor(() => expect(sentences()[1]).toBe('2 late runs of Month close: longest 30 m, usually 12 m'))
  expect(rows()).toHaveLength(2)
  act(() => bed.change('remove', late('r1', 30)))
  await waitFor(() => expect(sentences()[1]).toBe('Month close is late: 20 m, usually 12 m'))
  expect(document.querySelector('[data-leaving]')).toBeNull()
})

it('mutes and unmutes all of its runs', async () => {
  const muted: unknown[] = []
  const items = [late('r1', 30), late('r2', 37)]
  const find = (id: unknown) => items.find((item) => item.id === id)!
  await open(items, {
    MuteAttention: ({ id, until }: { id: string; until: string }) => (
      muted.push(id),
      { muteAttention: { ...find(id), mutedUntil: until } }
    ),
    UnmuteAttention: ({ id }: { id: string }) => (muted.push(`not ${id}`), { unmuteAttention: find(id) }),
  })
  await user.click(card().getByRole('button', { name: /^Mute: 2 late runs/ }))
  await choose('Until it changes')
  await waitFor(() => expect(muted.toSorted()).toEqual(['r1', 'r2']))
  await user.click(await screen.findByText('Undo'))
  await waitFor(() => expect(muted.slice(2).toSorted()).toEqual(['not r1', 'not r2']))
})

it('is of the person who has taken any of its runs', async () => {
  await open([late('r1', 30, { owner: ana }), late('r2', 37)])
  expect(card().getByText('ana')).toBeTruthy()
})

it('is unassigned while several persons have its runs', async () => {
  const ben = { userId: 'u2', email: 'ben@northwind.example' }
  await open([late('r1', 30, { owner: ana }), late('r2', 37, { owner: ben })])
  expect(card().getByText('unassigned')).toBeTruthy()
})
