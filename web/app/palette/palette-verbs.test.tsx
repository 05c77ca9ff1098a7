import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openPalette, optionNames, paletteHit, paletteUser } from './test-bed.tsx'

const links = {
  appId: null,
  workqueueId: null,
  taskId: null,
  groupId: null,
  type: null,
  alias: null,
  workerId: null,
  clusterId: null,
  deploymentId: null,
  planId: null,
  ruleId: null,
  scheduleId: null,
}
const failure = (id: string, title: string) => ({
  id,
  title,
  type: 'task.payments.chargecard',
  fingerprint: `v1:${id}`,
  tasks: 4,
  runs: 3,
  last: '2026-03-01T10:00:00.000Z',
  sample: { alias: 'default', taskName: 'Charge cards US' },
})
const item = (id: string, sentence: string, restart: string | null) => ({
  id: `i ${id}`,
  kind: 'failure',
  sentence,
  since: '2026-03-01T10:00:00.000Z',
  mutedUntil: null,
  late: null,
  links: { ...links, groupId: id },
  actions: restart === null ? [] : [{ kind: 'restartGroup', label: restart }],
})
const queue = (alias: string, queued: number, paused: { reason: string } | null = null) => ({
  type: 'task.mail.sendemail',
  alias,
  queued,
  started: 0,
  paused,
  verdict: { code: 'steady', text: 'steady' },
  pollers: [],
  apps: [],
})
const schedule = (id: string, name: string, paused: { reason: string } | null = null) => ({
  id,
  appId: 'a2',
  name,
  planName: 'Refund batch',
  words: 'Every day at 06:00',
  state: paused ? 'paused' : 'active',
  paused,
})
const run = (id: string, status: string) =>
  paletteHit('runs', id, 'Month close', { appId: 'a1', status, sentence: 'Export ledger runs' })

const late = (id: string, ms: number, over: object = {}) => ({
  ...item(id, `Month close is late: ${ms} s`, null),
  kind: 'runLate',
  late: { name: 'Month close', task: 'Export ledger', ms, usualMs: 12_000 },
  links: { ...links, workqueueId: id, appId: 'a1' },
  actions: [{ kind: 'cancelRun', label: 'Cancel' }],
  ...over,
})
const ofPlan = { links: { ...links, workqueueId: 'w1', appId: 'a1', planId: 'p1' } }

const answers = {
  OpenFailures: () => ({
    failures: {
      total: 4,
      rows: [
        failure('f1', 'Card scheme timed out after # (batch=#)'),
        failure('f2', 'Out of memory'),
        failure('f3', 'No route to host'),
        failure('f4', 'Index is locked'),
      ],
    },
  }),
  PaletteAttention: () => ({
    attention: {
      items: [
        item('f1', 'Card scheme timed out after # (batch=#)', 'Restart 4'),
        item('f2', 'Out of memory', null),
      ],
    },
  }),
  Queues: () => ({
    queues: [queue('default', 2), queue('bulk', 17), queue('old', 5, { reason: 'new template' })],
  }),
  PaletteNames: () => ({
    scripts: { rows: [] },
    schedules: { rows: [schedule('s1', 'Refunds'), schedule('s2', 'Archive', { reason: 'bank holiday' })] },
  }),
  PaletteSearch: ({ q }: Record<string, unknown>) => {
    const status = /^status:(\w+)/.exec(String(q))?.[1]
    const hits = status ? [run('65f0c2a177ea31', status), run('65f0c2a177ea32', status)] : []
    return { search: hits.length > 0 ? [{ kind: 'runs', more: 9, exact: true, search: null, hits }] : [] }
  },
  PaletteRun: ({ id }: Record<string, unknown>) => ({
    workqueue: { id, name: 'Month close', status: 'failed', taskCounts: { failed: 3, started: 2 } },
  }),
}
const features = ['search', 'attention', 'failures', 'queues', 'schedules', 'alerts']
const opened = (at = '/apps') => openPalette({ at, features, answers })

const nobody = {
  ...item('q1', 'Nobody polls task.mail.sendemail', null),
  kind: 'queueNobody',
  links: { ...links, type: 'task.mail.sendemail', alias: 'default' },
  actions: [
    { kind: 'moveToAlias', label: 'Move to alias…' },
    { kind: 'openQueue', label: 'Queue' },
  ],
}

it.each([
  ['restrat', /^Restart 4: Card scheme/],
  ['restart crad', /^Restart 4: Card scheme/],
  ['mtue memory', /^Mute Out of memory/],
  ['cancle', /^Cancel Month close/],
  ['drak', /^Theme: Dark/],
  ['backlgo', /^Go to Backlog/],
])('finds %s in spite of its typing error', async (typed, name) => {
  const { field } = await opened()
  await paletteUser.type(field, typed)
  await screen.findAllByRole('option', { name })
  expect(screen.getByText('Similar names:')).toBeTruthy()
})

it('leads to what mends an item that no restart does, where it is named', async () => {
  const PaletteAttention = () => ({ attention: { items: [nobody] } })
  const { field, address } = await openPalette({
    at: '/apps',
    features,
    answers: { ...answers, PaletteAttention },
  })
  await paletteUser.type(field, 'restart')
  await screen.findByText('Nothing is called “restart”')
  await paletteUser.type(field, ' mail')
  const name = 'Nobody polls task.mail.sendemail, action, Move to alias…'
  await paletteUser.click(await screen.findByRole('option', { name }))
  expect(address()).toMatch(/task.mail.sendemail/)
})

it('offers the failures that can be restarted to a bare verb, and asks first', async () => {
  const { field } = await opened()
  await paletteUser.type(field, 'restart')
  const name = 'Restart 4: Card scheme timed out after # (batch=#)…'
  await screen.findByRole('option', {
    name: `${name}, action, Charge cards US · 3 workqueues, 4 tasks; asks first`,
  })
  expect(optionNames().filter((each) => each?.startsWith('Restart'))).toHaveLength(1)
  await paletteUser.click(screen.getByRole('option', { name: new RegExp('^Restart 4') }))
  expect(await screen.findByRole('dialog', { name: /^Restart/ })).toBeTruthy()
})

it('offers the alias that mends a failure before a restart in the same place', async () => {
  const mended = item('f1', 'Card scheme timed out after # (batch=#)', 'Restart 4')
  const actions = [{ kind: 'restartOnAlias', label: 'Restart 4 on stable…' }, ...mended.actions]
  const PaletteAttention = () => ({ attention: { items: [{ ...mended, actions }] } })
  const { field, asked } = await openPalette({
    at: '/apps',
    features,
    answers: { ...answers, PaletteAttention },
  })
  await paletteUser.type(field, 'restart card')
  const name = /^Restart 4 on stable: Card scheme/
  await paletteUser.click(await screen.findByRole('option', { name }))
  await waitFor(() => expect(asked()).toContain('Failure'))
})

it('offers the last failed runs to re run, counts their tasks when it asks', async () => {
  const { field } = await opened()
  await paletteUser.type(field, 're run')
  await screen.findByRole('option', { name: /^Re Run failed tasks of Month close…, …77ea31, action, failed/ })
  const more = screen.getByRole('option', {
    name: '9 more failed workqueues, action, in all apps; opens those of Billing',
  })
  expect(more).toBeTruthy()
  await paletteUser.click(screen.getByRole('option', { name: /…77ea32/ }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Re Run failed tasks' })
  expect(within(dialog).getByRole('button', { name: 'Re Run 3 failed tasks' })).toBeTruthy()
})

it('offers running runs to cancel, of those that are named too', async () => {
  const { field, address } = await opened()
  await paletteUser.type(field, 'cancel month')
  await screen.findByRole('option', { name: /^Cancel Month close…, …77ea31, action, notstarted, Billing/ })
  await paletteUser.click(screen.getByRole('option', { name: /^9 more running workqueues/ }))
  expect(address()).toBe('/apps/a1/workqueues?status=notstarted,started&children=all')
})

it('offers late runs to cancel first, the longest before the others, then what runs longest, each once', async () => {
  const items = [
    late('65f0c2a177ea32', 20),
    late('65f0c2a177ea39', 90),
    late('65f0c2a177ea38', 99, { mutedUntil: 'change' }),
  ]
  const hits = [
    { ...run('65f0c2a177ea31', 'started'), since: '2026-03-01T10:02:00.000Z' },
    { ...run('65f0c2a177ea32', 'started'), since: '2026-03-01T10:01:00.000Z' },
    { ...run('65f0c2a177ea30', 'started'), since: '2026-03-01T10:00:00.000Z' },
  ]
  const { field } = await openPalette({
    at: '/apps',
    features,
    answers: {
      ...answers,
      PaletteAttention: () => ({ attention: { items } }),
      PaletteSearch: ({ q }) => ({
        search: String(q).startsWith('status:')
          ? [{ kind: 'runs', more: 0, exact: true, search: null, hits }]
          : [],
      }),
    },
  })
  await paletteUser.type(field, 'cancel')
  await screen.findByRole('option', { name: /ea39/ })
  await screen.findByRole('option', { name: /ea31/ })
  expect(optionNames().map((name) => /ea\d\d/.exec(name ?? '')?.[0])).toEqual([
    'ea39',
    'ea32',
    'ea30',
    'ea31',
  ])
})

it('leads to what mends a queue once, not also to its deployment', async () => {
  const mail = {
    ...links,
    type: 'task.mail.sendemail',
    alias: 'default',
    clusterId: 'c1',
    deploymentId: 'd1',
  }
  const actions = [{ kind: 'openDeployment', label: 'Restart mail-4' }]
  const stuck = {
    ...item('q', 'Nobody polls task.mail.sendemail', null),
    kind: 'queueNobody',
    links: mail,
    actions,
  }
  const idle = { ...stuck, id: 'i', kind: 'deploymentIdle', sentence: 'sendemail in mail-eu is not polled' }
  const PaletteAttention = () => ({ attention: { items: [stuck, idle] } })
  const { field } = await openPalette({ at: '/apps', features, answers: { ...answers, PaletteAttention } })
  await paletteUser.type(field, 'restart mail')
  await screen.findByRole('option', { name: /^Nobody polls/ })
  expect(optionNames().filter((name) => /sendemail.*Restart mail-4/.test(name ?? ''))).toHaveLength(1)
})

it('offers at most three items to mute in the order of Attention, then failures that are not in it', async () => {
  const items = [item('f2', 'Out of memory', null), nobody, item('f1', 'Card scheme', 'Restart 4')]
  const PaletteAttention = () => ({ attention: { items } })
  const { field } = await openPalette({
    at: '/apps',
    features,
    answers: { ...answers, PaletteAttention },
  })
  await paletteUser.type(field, 'mute')
  await screen.findByRole('option', { name: /^Mute Card scheme/ })
  expect(optionNames()).toEqual([
    'Mute Out of memory…, action, 3 workqueues, 4 tasks; asks first',
    'Mute Nobody polls task.mail.sendemail…, action, asks first',
    'Mute Card scheme timed out after # (batch=#)…, action, 3 workqueues, 4 tasks; asks first',
    'Mute No route to host…, action, 3 workqueues, 4 tasks; asks first',
    'Mute Index is locked…, action, 3 workqueues, 4 tasks; asks first',
  ])
  await paletteUser.click(screen.getByRole('option', { name: /^Mute Out of memory/ }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Mute until it changes' })
  expect(within(dialog).getByText('Out of memory')).toBeTruthy()
})

it('mutes late runs of one cause together, as Attention lists them', async () => {
  const items = [late('r1', 90_000, ofPlan), nobody, late('r2', 120_000, ofPlan), late('r3', 20_000, ofPlan)]
  const PaletteAttention = () => ({ attention: { items } })
  const { field, asked } = await openPalette({
    at: '/apps',
    features,
    answers: { ...answers, PaletteAttention },
  })
  const name = '3 late runs of Month close: longest 2 m, usually 12 s'
  await screen.findByRole('option', { name: `${name}, workqueue` })
  await paletteUser.type(field, 'mute')
  await screen.findByRole('option', { name: /^Mute Nobody polls/ })
  expect(optionNames().filter((each) => each?.includes('Month close'))).toEqual([
    `Mute ${name}…, action, asks first`,
  ])
  await paletteUser.click(screen.getByRole('option', { name: /^Mute 3 late runs/ }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Mute until it changes' })
  await paletteUser.click(within(dialog).getByRole('button', { name: 'Mute until it changes' }))
  await waitFor(() => expect(asked().filter((each) => each === 'MuteAttention')).toHaveLength(3))
})

it('finds what needs attention by its words, also late runs as one', async () => {
  const items = [late('r1', 90_000, ofPlan), late('r2', 120_000, ofPlan), nobody]
  const PaletteAttention = () => ({ attention: { items } })
  const { field } = await openPalette({ at: '/apps', features, answers: { ...answers, PaletteAttention } })
  await paletteUser.type(field, 'late')
  await waitFor(() =>
    expect(optionNames()).toEqual(['2 late runs of Month close: longest 2 m, usually 12 s, workqueue']),
  )
})

it('offers what else needs attention to mute', async () => {
  const late = { ...item('q1', 'Nobody polls task.mail.sendemail', null), kind: 'queueNobody', links }
  const muted = { ...late, id: 'q2', sentence: 'Nobody polls task.old', mutedUntil: 'change' }
  const PaletteAttention = () => ({ attention: { items: [late, muted] } })
  const { field, asked } = await openPalette({
    at: '/apps',
    features,
    answers: { ...answers, PaletteAttention },
  })
  await paletteUser.type(field, 'mute nobody')
  await paletteUser.click(await screen.findByRole('option', { name: /^Mute Nobody polls task.mail/ }))
  expect(optionNames().join()).not.toContain('task.old')
  const dialog = await screen.findByRole('alertdialog', { name: 'Mute until it changes' })
  await paletteUser.click(within(dialog).getByRole('button', { name: 'Mute until it changes' }))
  await waitFor(() => expect(asked()).toContain('MuteAttention'))
})

it('offers what hands out work to pause, the busiest first, and what is paused to resume', async () => {
  const { field, address } = await opened()
  await paletteUser.type(field, 'pause')
  await screen.findByRole('option', { name: /^Pause schedule/ })
  expect(optionNames()).toEqual([
    'Pause queue task.mail.sendemail · bulk…, action, steady, 17 queued; asks for a reason',
    'Pause queue task.mail.sendemail · default…, action, steady, 2 queued; asks for a reason',
    'Pause schedule Refunds…, action, Refund batch · Every day at 06:00; asks for a reason',
  ])
  await paletteUser.clear(field)
  await paletteUser.type(field, 'resume archive')
  await paletteUser.click(await screen.findByRole('option', { name: /^Open paused schedule Archive/ }))
  expect(address()).toBe('/apps/a2/schedules?schedule=s2')
})

it('asks for a reason before it pauses a queue', async () => {
  const { field } = await opened()
  await paletteUser.type(field, 'pause bulk')
  await paletteUser.click(await screen.findByRole('option', { name: /^Pause queue/ }))
  expect(await screen.findByRole('dialog', { name: 'Pause queue' })).toBeTruthy()
})

it('finds failures by a copied reason and by their task, queues and schedules by their words', async () => {
  const { field } = await opened()
  await paletteUser.type(field, 'timed out after 30000')
  await screen.findByRole('option', {
    name: 'Card scheme timed out after # (batch=#), failure, Charge cards US · 3 workqueues, 4 tasks',
  })
  await paletteUser.clear(field)
  await paletteUser.type(field, 'v1:f3')
  await screen.findByRole('option', { name: /^No route to host, failure/ })
  await paletteUser.clear(field)
  await paletteUser.type(field, 'sendemail old')
  await screen.findByRole('option', { name: 'task.mail.sendemail, old, queue, steady, 5 queued' })
  await paletteUser.clear(field)
  await paletteUser.type(field, 'archive')
  const option = 'Archive, schedule, Shop · Refund batch · paused: bank holiday'
  await screen.findByRole('option', { name: option })
  await paletteUser.clear(field)
  await paletteUser.type(field, 'fail')
  expect(await screen.findByRole('option', { name: '1 more failure, failure' })).toBeTruthy()
})

it('asks the platform for nothing of it while nothing is typed', async () => {
  const { asked } = await opened()
  await screen.findByRole('option', { name: /^Out of memory/ })
  const later = new Set(['OpenFailures', 'Queues', 'PaletteSearch', 'PaletteNames'])
  expect(asked().filter((name) => later.has(name ?? ''))).toEqual([])
})

it('reaches schedules of each app from everywhere, and all that can be created', async () => {
  const { field, address } = await opened()
  await paletteUser.type(field, 'schedules')
  await screen.findByRole('option', { name: 'Go to Schedules, screen, in Billing' })
  expect(screen.getByRole('option', { name: 'Go to Schedules, screen, in Shop' })).toBeTruthy()
  await paletteUser.type(field, ' shop')
  await waitFor(() => expect(optionNames()[0]).toBe('Go to Schedules, screen, in Shop'))
  expect(optionNames().join()).not.toContain('in Billing')
  await paletteUser.clear(field)
  await paletteUser.type(field, 'new')
  await screen.findByRole('option', { name: /^New Rule/ })
  const created = optionNames().map((name) => name?.split(',')[0])
  expect(created).toEqual(
    expect.arrayContaining(['Run New Workqueue', 'New Schedule', 'New Plan', 'New Script']),
  )
  await paletteUser.click(screen.getByRole('option', { name: /^New Rule/ }))
  await waitFor(() => expect(address()).toBe('/account?tab=alerts&rule=new'))
})
