import './task-drawer.tsx'
import './attempts-tab.tsx'
import './payload-tab.tsx'
import './why-tab.tsx'
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { answersOf, featuresOf, moment, openDetail, run, task } from '../test-bed.tsx'
import type { AttemptOfTask } from '#web/domains/tasks/attempt-operations.ts'

vi.mock('../graph/graph-view.tsx', () => ({ GraphView: () => <p>the graph</p> }))

configure({ defaultHidden: true })
const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never })

const charge = task('charge', {
  status: 'failed',
  attempt: 3,
  tries: 1,
  retry: { max: 1, delayMs: 1000, factor: 2 },
  inputs: { batch: '$state.batches.US', key: '$var.SCHEME_KEY', size: '$state.size' },
  version: '2.14.1',
  hostName: 'pay-1',
  reason: 'scheme timed out',
  queued: moment(40),
  started: moment(43),
  ended: moment(59),
})
const attempt = (number: number, over: Partial<AttemptOfTask> = {}) => ({
  __typename: 'TaskAttempt' as const,
  number,
  round: 0,
  ofRound: number,
  alias: 'default',
  version: '2.14.1',
  hostName: 'pay-1',
  queuedAt: moment(number * 10),
  startedAt: moment(number * 10 + 3),
  endedAt: moment(number * 10 + 8),
  status: 'failed',
  reason: 'scheme timed out',
  lease: 'returned',
  actor: 'op@northwind.example',
  ...over,
})
const attempts = [
  attempt(1),
  attempt(2, { hostName: 'pay-2', lease: 'lost' }),
  attempt(3, {
    round: 1,
    ofRound: 1,
    actor: 'ana',
    queuedAt: moment(40),
    startedAt: moment(43),
    endedAt: moment(59),
  }),
]
const payload = (over: object = {}) => ({
  __typename: 'TaskPayload',
  attempt: 3,
  inputs: charge.inputs,
  resolved: { batch: 'batch-US', key: '$var.SCHEME_KEY', size: 214 },
  outputs: null,
  ...over,
})
const good = {
  ...charge,
  id: 'g-charge',
  status: 'ended',
  version: '2.14.0',
}

function open(query: string, over = {}) {
  return openDetail(
    {
      ...answersOf(run({ status: 'failed', ended: moment(59), planId: 'p1', tasks: [charge] })),
      ...featuresOf('attempts', 'payloads', 'stats'),
      TaskAttempts: () => ({ taskAttempts: attempts }),
      TaskPayload: ({ taskId }) => ({
        taskPayload:
          taskId === 'g-charge'
            ? payload({ attempt: 1, resolved: { batch: 'batch-US', key: '$var.SCHEME_KEY', size: 100 } })
            : payload(),
      }),
      PlanStats: () => ({
        planStats: {
          __typename: 'PlanStats',
          tasks: [],
          expected: null,
          lastGood: { __typename: 'LastGoodRun', id: 'w7', started: moment(0) },
        },
      }),
      ComparedTasks: () => ({ workqueue: run({ id: 'w7', tasks: [good] }) }),
      ...over,
    },
    query,
  )
}
const drawer = async () => within(await screen.findByRole('region', { name: 'Task charge' }))

it('tells every attempt over all restarts, with who began each round', async () => {
  const bed = open('?tab=attempts')
  const shown = await drawer()
  await shown.findByText('on 2 hosts', { exact: false })
  expect(shown.getByText('All 3 failed alike')).toBeTruthy()
  expect(shown.getAllByText('scheme timed out')).toHaveLength(1)
  expect(
    shown.getByRole('button', { name: /^Started by op@northwind.example at .* 2 attempts$/ }),
  ).toBeTruthy()
  expect(shown.getByRole('button', { name: /^Restarted by ana at .* 1 attempt$/ })).toBeTruthy()
  const [first, second, third] = [1, 2, 3].map(
    (number) => document.querySelector(`[data-attempt="${number}"]`)!.textContent,
  )
  expect(first).toContain('1/2')
  expect(first).toContain('waited 3 s · ran 5 s')
  expect(second).toContain('retried after 5 s · ran 5 s')
  expect(second).toContain('its lease ran out')
  expect(third).toContain('3')
  expect(third).toContain('1/2')
  await user.click(document.querySelector('[data-attempt="2"]')!)
  expect(bed.router.state.location.search).toBe('?task=t-charge&attempt=2')
})

it('links to the trace of the run where an address is configured', async () => {
  const traced = run({ traceId: '4bf92f3577b34da6a3ce929d0e0e4736', tasks: [charge] })
  const address = 'https://tempo.example/trace/{traceId}?from=console'
  openDetail({ ...answersOf(traced), ...featuresOf('attempts') }, '?task=t-charge', 'w1', address)
  const link = await screen.findByRole('link', { name: 'Open trace' })
  expect((link as HTMLAnchorElement).href).toBe(
    'https://tempo.example/trace/4bf92f3577b34da6a3ce929d0e0e4736?from=console',
  )
})

it('goes through attempts by keys, and Enter shows the log of one', async () => {
  const bed = open('?tab=attempts')
  const shown = await drawer()
  await shown.findByText('All 3 failed alike')
  await user.keyboard('kk')
  expect(bed.router.state.location.search).toBe('?task=t-charge&tab=attempts&attempt=1')
  await user.keyboard('j{Enter}')
  expect(bed.router.state.location.search).toBe('?task=t-charge&attempt=2')
})

it('shows inputs as written beside as handed out, secrets by their name, and what was different', async () => {
  open('?tab=payload')
  const shown = await drawer()
  const table = await shown.findByRole('table', { name: 'Input' })
  const cells = async (name: string) =>
    within((await within(table).findByRole('rowheader', { name })).closest('tr')!)
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
  await waitFor(async () => expect(await cells('size')).toEqual(['$state.size', '214was 100']))
  expect(await cells('batch')).toEqual(['$state.batches.US', '"batch-US"'])
  expect(await cells('key')).toEqual(['$var.SCHEME_KEY', '$var.SCHEME_KEY'])
  expect(within(table).getByRole('link', { name: '$state.size' }).getAttribute('href')).toContain('#state')
  expect(shown.getByText('none: it failed before it gave one back')).toBeTruthy()
})

it('shows the size of a large value, which opens', async () => {
  const text = 'x'.repeat(5000)
  open('?tab=payload', {
    TaskPayload: () => ({ taskPayload: payload({ outputs: { text, rows: [1, 2, 3] } }) }),
  })
  const shown = await drawer()
  await user.click(await shown.findByRole('button', { name: 'text of 4.9 KiB' }))
  expect(shown.getByText(text)).toBeTruthy()
  expect(shown.getByText('[1,2,3]')).toBeTruthy()
})

it('says what differs from the last good run, with the way to the comparison', async () => {
  open('?tab=why')
  const shown = await drawer()
  const differs = within(await shown.findByRole('region', { name: 'Differs from the last good run' }))
  await waitFor(() => expect(differs.getByText('input size').nextSibling?.textContent).toBe('100 → 214'))
  expect(differs.getByText('version').nextSibling?.textContent).toBe('2.14.0 → 2.14.1')
  expect(differs.getByText('the same').nextSibling?.textContent).toContain('2 other inputs')
  const chain = within(shown.getByRole('list', { name: 'Chain' }))
  expect(chain.getByText('It failed 3 times').parentElement?.textContent).toContain('since')
  expect(differs.getByRole('link', { name: 'Compare' }).getAttribute('href')).toMatch(/w1\/compare\/w7$/)
})

it('says of a task that runs how long it took in the last good run', async () => {
  const running = { ...charge, status: 'started', reason: null, ended: null }
  open('?task=t-charge&tab=why', {
    WorkqueueDetail: () => ({ workqueue: run({ planId: 'p1', tasks: [running] }) }),
  })
  const differs = within(
    await (await drawer()).findByRole('region', { name: 'Differs from the last good run' }),
  )
  expect(differs.getByText('run time').nextSibling?.textContent).toMatch(/^16 s → .* so far$/)
})

it('compares with a good run of the same input, not with the newest of all', async () => {
  const row = (id: string, tenant: string) => ({
    ...run({ id, planId: 'p1' }),
    inputs: { tenant },
    createdBy: null,
  })
  const own = run({ status: 'failed', planId: 'p1', initialState: { tenant: 'acme' }, tasks: [charge] })
  const bed = open('?tab=why', {
    WorkqueueDetail: () => ({ workqueue: own }),
    RunChoices: () => ({
      workqueues: { __typename: 'WorkqueuePage', total: 2, rows: [row('w7', 'globex'), row('w6', 'acme')] },
    }),
    ComparedTasks: ({ id }: { id: string }) => ({ workqueue: run({ id, tasks: [good] }) }),
  })
  const differs = within(
    await (await drawer()).findByRole('region', { name: 'Differs from the last good run' }),
  )
  expect(differs.getByRole('link', { name: 'Compare' }).getAttribute('href')).toMatch(/compare\/w6$/)
  expect(bed.callsOf('ComparedTasks').map(({ variables }) => variables)).toEqual([{ id: 'w6' }])
})

it('says that the attempts could not be read, and reads them again', async () => {
  let refused = true
  open('?tab=attempts', {
    TaskAttempts: () => (refused ? { errors: [{ message: 'away' }] } : { taskAttempts: attempts }),
  })
  const shown = await drawer()
  expect((await shown.findByRole('alert')).textContent).toContain('The attempts could not be read: away')
  refused = false
  await user.click(shown.getByRole('button', { name: 'Try again' }))
  await shown.findByText('All 3 failed alike')
})

it('says which tasks speak against a new version as the cause', async () => {
  const other = { ...charge, id: 't-other', name: 'charge EU', status: 'ended', version: '2.14.1' }
  open('?tab=why', {
    WorkqueueDetail: () => ({
      workqueue: run({ status: 'failed', ended: moment(59), planId: 'p1', tasks: [charge, other] }),
    }),
  })
  const shown = await drawer()
  const differs = within(await shown.findByRole('region', { name: 'Differs from the last good run' }))
  expect(differs.getByText('also on 2.14.1').nextSibling?.textContent).toContain('EU ended')
})

it('leads to the deployment of its alias, and says what has changed since it worked last', async () => {
  const change = {
    __typename: 'MadeDeploymentChange',
    kind: 'changed',
    at: moment(5),
    by: 'ana@example.test',
  }
  const deployment = {
    __typename: 'AliasDeployment',
    id: 'd1',
    clusterId: 'c1',
    cluster: 'Quay',
    alias: 'default',
    dockerTag: '2.14.1',
    replicaCount: 4,
    variableNames: ['DB', 'LOG'],
    created: moment(0),
    createdBy: 'ana@example.test',
    tagSince: {
      __typename: 'DeploymentTagSince',
      at: moment(5),
      by: 'ana@example.test',
      before: '2.14.0',
      exact: true,
    },
    worked: { __typename: 'QueueLastWorked', at: moment(1), version: '2.14.0', hostName: 'pay-1' },
    madeSince: false,
    changed: [
      { ...change, field: 'dockerTag', before: '2.14.0', after: '2.14.1' },
      { ...change, field: 'environment.DB', before: null, after: null },
    ],
    complete: true,
  }
  const bed = open('?tab=why', {
    ...featuresOf('attempts', 'deployments'),
    AliasDeployments: () => ({ aliasDeployments: [deployment] }),
  })
  const shown = await drawer()
  const line = await shown.findByRole('link', { name: 'Deployment in Quay' })
  expect(line.getAttribute('href')).toBe('/clusters/c1/deployment/d1')
  expect(line.parentElement?.textContent).toBe('Deployment in Quay2.14.12 changes since it last worked')
  const part = within(await shown.findByRole('region', { name: 'Deployment' }))
  expect(part.getByText('Tag').nextElementSibling?.textContent).toMatch(
    /^2.14.1 since .* by ana, was 2.14.0$/,
  )
  expect(part.getByText('Variables').nextElementSibling?.textContent).toBe('DB, LOG')
  expect(part.getByText('Docker Tag').nextElementSibling?.textContent).toMatch(/^2.14.0 → 2.14.1.* by ana$/)
  expect(part.getByText('Variable DB').nextElementSibling?.textContent).toMatch(/^changed.* by ana$/)
  expect(bed.callsOf('AliasDeployments').map(({ variables }) => variables)).toEqual([
    { type: charge.type, alias: 'default' },
  ])
})
