import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ago, openBacklog, openedQueue, poller, queueAnswer, queues } from './test-bed.tsx'

vi.mock('./search.worker.ts?worker', () => ({ default: vi.fn() }))
afterEach(() => void vi.useRealTimers())

const types = () =>
  [...document.querySelectorAll('tr[data-row] > td[data-primary]')].map((cell) => cell.textContent)
const rowOf = (type: string) => screen.getByText(type.split('.').at(-1)!).closest('tr')!
const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent)

it('beside the columns of the backlog are verdict, trend, pollers and the action that answers the verdict', async () => {
  openBacklog()
  await screen.findByText('growing 12/s, will not drain')
  expect(headers().slice(0, 10)).toEqual([
    'Type',
    'Alias',
    'Retry',
    'Queued',
    'Started',
    'Oldest Queued',
    'Oldest Started',
    'Verdict',
    '30 min',
    'Pollers',
  ])
  expect(types()).toEqual(['task.growth.sendemail', 'task.data.load', 'task.search.score', 'task.pay.card'])
  const growing = within(rowOf('task.growth.sendemail'))
  expect(growing.getByText('mail-4 is gone; 50/s in, 38/s out')).toBeTruthy()
  expect(growing.getByText('1 of 2')).toBeTruthy()
  expect(growing.queryByRole('link')).toBeNull()
  const nobody = within(rowOf('task.data.load'))
  expect(nobody.getByText('nobody polls since 13 min')).toBeTruthy()
  // Told once, below the verdict: the cell of the pollers has the action.
  expect(nobody.queryByText('last poll never')).toBeNull()
  expect(nobody.getByText('no worker ever took this alias')).toBeTruthy()
  // No other alias of its type is polled.
  expect(nobody.queryByRole('button', { name: /^Move/ })).toBeNull()
  const stalled = within(rowOf('task.search.score'))
  expect(stalled.getByRole('link', { name: 'Open 2' }).getAttribute('href')).toBe(
    '/apps/a1/tasks?type=task.search.score&status=started',
  )
  // The counters are live, the verdict is that of the last read.
  expect(within(rowOf('task.pay.card')).getByText('1')).toBeTruthy()
  // As many as are listed: the fifth is hidden.
  expect(screen.getByText(/\d queues:/).textContent).toBe('4 queues: 2 need a hand, 1 slow, 1 fine')
})

it('what waits can move where workers poll another alias of the type that is not paused', async () => {
  const stuck = queueAnswer('task.data.load', 'nobody', 'nobody polls since 13 min', {
    alias: 'bigbatch',
    queued: 24,
    lastPollAt: null,
    pollers: [],
  })
  const other = { pollers: [poller('load-1', 1)], lastPollAt: ago(1) }
  const offered = async (over: object) => {
    const queues = [stuck, queueAnswer('task.data.load', 'steady', 'steady', { started: 1, ...over })]
    const { unmount } = openBacklog('', { answers: { Queues: { queues }, Backlog: { backlog: [] } } })
    await screen.findByText('nobody polls since 13 min')
    const found = screen.queryByRole('button', { name: 'Move 24…' }) !== null
    unmount()
    return found
  }
  expect(await offered(other)).toBe(true)
  expect(
    await offered({ ...other, paused: { __typename: 'QueuePause', by: null, at: null, reason: null } }),
  ).toBe(false)
  expect(await offered({ pollers: [poller('load-1', 900)], lastPollAt: ago(900) })).toBe(false)
})

it('a queue whose only poller has missed its polls says so in every cell, and has no tick', async () => {
  const waits = { queued: 6, oldestQueued: ago(34), lastStartedAt: ago(50), lastPollAt: ago(32) }
  const late = { started: 1, oldestStarted: ago(163), oldestUsualMs: 3000 }
  const silent = queueAnswer('task.mail.sendemail', 'early', 'too early to say', {
    ...waits,
    pollers: [poller('mail-4', 32)],
    trend: [0, 0, 3],
  })
  const slow = queueAnswer('task.etl.load', 'steady', 'steady', { ...late, trend: [0, 0, 0] })
  openBacklog('', { answers: { Queues: { queues: [silent, slow] }, Backlog: { backlog: [] } } })
  const [verdict, pollers, ...more] = await screen.findAllByText(/^no poll for \d\d s$/)
  expect([pollers?.textContent, more]).toEqual([verdict?.textContent, []])
  const row = within(verdict!.closest('tr')!)
  expect(row.getByText('0 of 1').parentElement?.dataset['polling']).toBe('0')
  const age = row.getByText(/^\d\d seconds ago$|^\d\d s/).closest('[data-age]')!
  expect(age.querySelector('svg')!.classList).not.toContain('lucide-circle-check')
  expect(row.getByRole('img', { name: '0 queued 2 min ago, at most 6, 6 now' })).toBeTruthy()

  const other = within(rowOf('task.etl.load'))
  expect(other.getByText('1 task late')).toBeTruthy()
  expect(other.getByText(/^runs \d m \d\d s, usually 3 s$/)).toBeTruthy()
  expect(other.queryByText('steady')).toBeNull()
  // Nothing is drawn of a queue in which nothing waited.
  expect(other.queryByRole('img')).toBeNull()
  expect(other.getByText('none queued in 2 min')).toBeTruthy()
})

it('the worst verdict is first when they are sorted by it', async () => {
  const { address } = openBacklog()
  await screen.findByText('steady')
  fireEvent.click(screen.getByRole('button', { name: 'Verdict' }))
  expect(types()).toEqual(['task.data.load', 'task.growth.sendemail', 'task.search.score', 'task.pay.card'])
  expect(address()).toBe('/dashboard?sort=-verdict')
})

it('one row is open at a time, with its chart, pollers and links; the address has it', async () => {
  const { address } = openBacklog()
  await screen.findByText('steady')
  const details = () => screen.getAllByRole('button', { expanded: true }).map(({ ariaLabel }) => ariaLabel)
  fireEvent.click(screen.getByRole('button', { name: 'Details of task.data.load bigbatch' }))
  expect(address()).toBe('/dashboard?open=task.data.load/bigbatch')
  fireEvent.click(rowOf('task.growth.sendemail'))
  expect(address()).toBe('/dashboard?open=task.growth.sendemail/default')
  expect(details()).toEqual(['Details of task.growth.sendemail default'])
  const open = within(await screen.findByRole('region', { name: 'Details of task.growth.sendemail default' }))
  expect(await open.findByText('mail-4')).toBeTruthy()
  expect(open.getByText('In and out, tasks per second')).toBeTruthy()
  expect(open.getByText(/^9 m( \d\d s)? ago$/).closest('li')?.dataset['state']).toBe('gone')
  expect(open.getByText('With mail-4 back', { exact: false })).toBeTruthy()
  const links = open.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['6,161 queued tasks in Billing', '/apps/a1/tasks?type=task.growth.sendemail&status=queued'],
    ['10 started tasks in Growth', '/apps/a2/tasks?type=task.growth.sendemail&status=started'],
    ['Worker Send Email', '/workers/w1'],
    ['Deployment on eu-1', '/clusters/c1/deployment/d1'],
  ])
  fireEvent.keyDown(rowOf('task.growth.sendemail'), { key: 'Enter' })
  expect(address()).toBe('/dashboard')
})

it('only what waits, and queues in which nothing was for long, are shown on request', async () => {
  const { address } = openBacklog('?waits=true')
  await screen.findByText('stalled, none started for 6 min')
  expect(types()).toHaveLength(4)
  fireEvent.click(screen.getByRole('switch', { name: 'Only what waits' }))
  fireEvent.click(screen.getByRole('button', { name: 'show 1' }))
  expect(types()).toContain('task.ops.clean')
  expect(screen.getByText(/\d queues:/).textContent).toBe('5 queues: 2 need a hand, 1 slow, 2 fine')
  expect(address()).toBe('/dashboard?quiet=true')
})

it('an open row of a queue that is not polled says when no deployment carries its alias', async () => {
  const queue = {
    ...openedQueue,
    ...queueAnswer('task.growth.sendemail', 'nobody', 'nobody polls since 13 min', { deployments: [] }),
    worker: openedQueue.worker,
    deployments: [],
  }
  openBacklog('?open=task.growth.sendemail/default', { answers: { OpenQueue: { queue } } })
  expect(await screen.findByText('No deployment carries it: start its worker, or deploy it.')).toBeTruthy()
})

it('an open row is there whatever is hidden', async () => {
  openBacklog('?waits=true&open=task.ops.clean/default')
  expect(await screen.findByRole('region', { name: 'Details of task.ops.clean default' })).toBeTruthy()
})

it('says nothing of live updates while nothing could be read', async () => {
  const { answers } = openBacklog('', { answers: { Backlog: null } })
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(document.querySelector('[data-live]')).toBeNull()
  answers['Backlog'] = { backlog: [] }
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(document.querySelector('[data-live]')).not.toBeNull())
})

it('a failed read of the verdicts keeps them and says since when, until it is read again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { answers } = openBacklog()
  await screen.findByText('steady')
  answers['Queues'] = null
  act(() => void vi.advanceTimersByTime(10_000))
  expect(await screen.findByText(/^verdicts stale, read \d\d:\d\d:\d\d/)).toBeTruthy()
  expect(screen.getByText('steady')).toBeTruthy()
  answers['Queues'] = { queues }
  fireEvent.click(screen.getByRole('button', { name: 'Read again' }))
  await waitFor(() => expect(screen.queryByText(/^verdicts stale/)).toBeNull())
})

it('while nothing can be read, ages and pollers are those of the last read, which is offered again', async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['setInterval', 'clearInterval', 'Date'] })
  const waits = { queued: 6, oldestQueued: ago(34), lastPollAt: ago(2), pollers: [poller('mail-1', 2)] }
  const queue = queueAnswer('task.mail.sendemail', 'steady', 'steady', waits)
  const idle = queueAnswer('task.ops.clean', 'idle', 'idle')
  const { answers } = openBacklog('?open=task.mail.sendemail/default', {
    answers: {
      Queues: { queues: [queue, idle] },
      Backlog: { backlog: [] },
      OpenQueue: { queue: { ...openedQueue, ...queue } },
    },
  })
  const details = within(await screen.findByRole('region', { name: /^Details/ }))
  await details.findByText('mail-1')
  // The moments of the reads are stored after their answers have been drawn.
  await act(() => Promise.resolve())
  const shown = () => screen.getByRole('table').textContent
  const before = shown()
  expect(before).toContain('34 s ago')
  expect(before).toContain('last task 30 s ago')
  const read = { ...answers }
  for (const name of ['Queues', 'Backlog', 'OpenQueue']) answers[name] = null
  act(() => void vi.advanceTimersByTime(10_000))
  const mark = await screen.findByText(/^stale, read \d\d:\d\d:\d\d$/)
  await details.findByText(/^Stale, read/)
  act(() => void vi.advanceTimersByTime(120_000))
  expect(shown()?.replace(/Stale, read [\d:]+Read again/, '')).toBe(before)
  expect(screen.getByText('1 of 1')).toBeTruthy()
  expect(details.getByText('mail-1').closest('li')!.dataset['state']).toBe('polls')

  Object.assign(answers, read)
  fireEvent.click(within(mark.parentElement!).getByRole('button', { name: 'Read again' }))
  expect(await screen.findAllByText('none')).toHaveLength(2)
})

it('without the feature it is the backlog, and no queue is read', async () => {
  const { asked } = openBacklog('?open=task.growth.sendemail/default', { features: [] })
  await screen.findByText('task.growth.sendemail')
  expect(headers()).toEqual([
    'Type',
    'Alias',
    'Retry',
    'Queued',
    'Started',
    'Oldest Queued',
    'Oldest Started',
    '30 min',
  ])
  expect(screen.queryByRole('switch')).toBeNull()
  expect(screen.queryByRole('region', { name: /^Details/ })).toBeNull()
  expect(asked()).not.toContain('Queues')
  expect(asked()).not.toContain('OpenQueue')
})

describe('what people set for a queue', () => {
  const { type } = queues[0]!
  const open = (over: object = {}, answers: Record<string, object | null> = {}) => {
    const queue = { ...openedQueue, ...over }
    return openBacklog(`?open=${type}/default`, { answers: { OpenQueue: { queue }, ...answers } })
  }
  const details = async () =>
    within(await screen.findByRole('region', { name: `Details of ${type} default` }))
  const done = { __typename: 'Queue', type }

  it('is a pause with its reason', async () => {
    const { user, sent } = open({}, { PauseQueue: { pauseQueue: done } })
    await user.click(await (await details()).findByRole('button', { name: 'Pause…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Pause queue' }))
    expect(
      dialog.getByText(`No task of ${type} default is handed out until it is resumed; what runs goes on.`),
    ).toBeTruthy()
    await user.type(dialog.getByLabelText(/^Reason/), 'new template')
    await user.click(dialog.getByRole('button', { name: 'Pause' }))
    expect(await screen.findByText('sendemail is paused')).toBeTruthy()
    expect(sent('PauseQueue')).toEqual([{ type, alias: 'default', reason: 'new template' }])
  })

  it('is resumed in the open row', async () => {
    const { user, sent } = open(
      { paused: { __typename: 'QueuePause', reason: null } },
      { ResumeQueue: { resumeQueue: done } },
    )
    await user.click(await (await details()).findByRole('button', { name: 'Resume' }))
    expect(await screen.findByText('sendemail goes on')).toBeTruthy()
    expect(sent('ResumeQueue')).toEqual([{ type, alias: 'default' }])
  })

  it('is a limit, and none where the field is empty', async () => {
    const { user, sent } = open({ limit: 30 }, { SetQueueLimit: { setQueueLimit: done } })
    const field = await (await details()).findByLabelText<HTMLInputElement>('Run at once')
    expect(field.value).toBe('30')
    await user.clear(field)
    await user.type(field, '0')
    expect(screen.getByText('A whole number from 1 to 1,000,000, or nothing')).toBeTruthy()
    await user.clear(field)
    await user.type(field, '8{Enter}')
    expect(await screen.findByText('At most 8 run at once')).toBeTruthy()
    await user.clear(field)
    await user.click(screen.getByRole('button', { name: 'Set' }))
    expect(await screen.findByText('The queue has no limit any more')).toBeTruthy()
    expect(sent('SetQueueLimit').map(({ limit }) => limit)).toEqual([8, null])
  })

  it('has its action in the row', async () => {
    const paused = queueAnswer('task.media.pdf', 'paused', 'paused by ana 14:02', { queued: 37 })
    const full = queueAnswer('task.pay.export', 'limit', 'at its limit', { queued: 6, started: 2, limit: 2 })
    openBacklog('', { answers: { Queues: { queues: [paused, full] }, Backlog: { backlog: [] } } })
    expect(await screen.findByRole('button', { name: 'Resume' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Raise limit' }).getAttribute('href')).toBe(
      '/dashboard/backlog?open=task.pay.export/default',
    )
  })
})
