import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { occurrence, openSchedules, schedule } from './test-bed.tsx'

const rowOf = async (name: string) => {
  const rows = within(await screen.findByRole('table', { name: 'Schedules' }))
  return (await rows.findByRole('link', { name })).closest('tr')!
}
const run = { __typename: 'ScheduledRun', runId: 'r9', status: 'failed', started: null, ended: null }

it('lists schedules in words, with their next times and what became of the last', async () => {
  const missed = { __typename: 'ScheduleMissed', count: 2, from: null, to: null, text: '2 times were missed' }
  openSchedules('', [
    schedule('s1', {
      last: [
        occurrence('o3', { state: 'skipped', reason: 'window', text: 'No platform was there', run: null }),
        occurrence('o2', { run }),
        occurrence('o1'),
      ],
    }),
    schedule('s2', { missed, last: [] }),
    schedule('s3', {
      state: 'paused',
      next: [],
      paused: { __typename: 'SchedulePause', by: 'ben@northwind.example', at: null, reason: 'Audit' },
    }),
    schedule('s4', { state: 'ended', next: [] }),
  ])
  const first = await rowOf('Nightly s1')
  expect(first.textContent).toMatch(/Every day at 02:30.*30 2 \* \* \*.*Europe\/Berlin/)
  expect(first.textContent).toContain('month=previous')
  const results = within(within(first).getByRole('list', { name: 'Results, oldest first' }))
  expect(
    results.getAllByRole('listitem').map((item) => item.firstElementChild?.getAttribute('aria-label')),
  ).toEqual([
    'Fri 20 Nov 02:30: completed',
    'Fri 20 Nov 02:30: failed',
    'Fri 20 Nov 02:30: No platform was there',
  ])
  expect(results.getByRole('link', { name: /failed/ }).getAttribute('href')).toBe('/apps/a1/workqueues/r9')
  expect((await rowOf('Nightly s2')).textContent).toContain('no run yet')
  expect(screen.getByText(/2 times were missed/)).toBeTruthy()
  const third = await rowOf('Nightly s3')
  expect(third.textContent).toContain('paused')
  expect(within(third).getByTitle('Audit').textContent).toBe('ben')
  expect((await rowOf('Nightly s4')).textContent).toContain('ended')
  expect(screen.getByText(/^4 schedules, 1 paused/).textContent).toBe(
    '4 schedules, 1 paused, 1 missed its time',
  )
})

it('an app without schedules says what one does', async () => {
  const { user, address } = openSchedules('', [])
  expect(await screen.findByText('Nothing runs by itself yet')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'New Schedule' }))
  expect(address()).toBe('/apps/a1/schedules?schedule=new')
})

it('marks the row of the schedule that is in the editor', async () => {
  const { user } = openSchedules('', [schedule('s1'), schedule('s2')])
  const current = (name: string) => screen.getByRole('link', { name }).getAttribute('aria-current')
  await user.click(await screen.findByRole('link', { name: 'Nightly s2' }))
  await waitFor(() => expect([current('Nightly s1'), current('Nightly s2')]).toEqual([null, 'true']))
})

it('asks why a schedule is paused, and resumes another without asking', async () => {
  const paused = { __typename: 'SchedulePause', by: null, at: null, reason: 'It failed 3 times in a row' }
  const { user, callsOf } = openSchedules('', [schedule('s1'), schedule('s2', { state: 'paused', paused })], {
    PauseSchedule: () => ({ pauseSchedule: schedule('s1', { state: 'paused', paused }) }),
    ResumeSchedule: () => ({ resumeSchedule: schedule('s2') }),
  })
  await user.click(await screen.findByRole('switch', { name: 'Nightly s1 runs by itself' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Pause schedule' }))
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Pause' })
  expect(confirm.disabled).toBe(true)
  await user.type(dialog.getByLabelText(/^Reason/), ' Audit ')
  await user.click(confirm)
  await waitFor(() => expect(callsOf('PauseSchedule')[0]?.variables).toEqual({ id: 's1', reason: 'Audit' }))
  await user.click(screen.getByRole('switch', { name: 'Nightly s2 runs by itself' }))
  await waitFor(() => expect(callsOf('ResumeSchedule')[0]?.variables).toEqual({ id: 's2' }))
  expect(await screen.findByText('Nightly s2 runs by itself again')).toBeTruthy()
})

it('searches after a pause of the keys, and shows what is paused', async () => {
  const { user, callsOf, address } = openSchedules('')
  await rowOf('Nightly s1')
  await user.type(screen.getByRole('searchbox', { name: 'Plan, name or cron' }), 'invoice')
  await waitFor(() => expect(callsOf('ScheduleList').at(-1)?.variables).toMatchObject({ search: 'invoice' }))
  expect(callsOf('ScheduleList')).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Paused 1' }))
  expect(address()).toBe('/apps/a1/schedules?state=paused&search=invoice')
})

const missed = {
  __typename: 'ScheduleMissed',
  count: 2,
  from: '2026-11-18T00:00:00.000Z',
  to: '2026-11-20T00:00:00.000Z',
  text: '2 times were missed',
}

it('lists the times of a backfill before they are started, without those that have a run', async () => {
  const times = ['2026-11-18T01:30:00.000Z', '2026-11-19T01:30:00.000Z']
  const { user, callsOf, address } = openSchedules('', [schedule('s1', { missed })], {
    BackfillPreview: () => ({
      backfillPreview: { __typename: 'BackfillPreview', total: 2, times, started: times.slice(1) },
    }),
    BackfillSchedule: () => ({ backfillSchedule: 'receipt1' }),
  })
  await user.click(await screen.findByRole('button', { name: 'Backfill…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Backfill: Nightly s1' }))
  await user.click(dialog.getByRole('button', { name: 'List its times' }))
  expect(await dialog.findByText('2 times, of which 1 has a run')).toBeTruthy()
  const listed = within(dialog.getByRole('list', { name: 'All times' })).getAllByRole('listitem')
  expect(listed.map(({ textContent }) => textContent)).toEqual([
    'Wed 18 Nov 02:30',
    'Thu 19 Nov 02:30 · has a run',
  ])
  // The second half of a double click on the button that listed.
  fireEvent.click(dialog.getByRole('button', { name: 'Start 1' }), { detail: 2 })
  expect(callsOf('BackfillSchedule')).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: 'Start 1' }), { detail: 1 })
  await waitFor(() => expect(address()).toBe('/apps/a1/workqueues?receipt=receipt1'))
  expect(callsOf('BackfillSchedule')[0]?.variables).toEqual({
    id: 's1',
    from: missed.from,
    to: missed.to,
    concurrency: 4,
  })
})

it('says that a span has no times, and starts no backfill of it', async () => {
  const { user } = openSchedules('', [schedule('s1', { missed })], {
    BackfillPreview: () => ({
      backfillPreview: { __typename: 'BackfillPreview', total: 0, times: [], started: [] },
    }),
  })
  await user.click(await screen.findByRole('button', { name: 'Backfill…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Backfill: Nightly s1' }))
  await user.click(dialog.getByRole('button', { name: 'List its times' }))
  expect(await dialog.findByText('0 times')).toBeTruthy()
  expect(dialog.queryByRole('list')).toBeNull()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Start' }).disabled).toBe(true)
})

it('a list that cannot be read says so in its place, without a toast as well', async () => {
  openSchedules('', [], { ScheduleList: () => ({ errors: [{ message: 'no answer' }] }) })
  expect((await screen.findAllByText('Error loading schedules: no answer')).length).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.getAllByText('Error loading schedules: no answer').length).toBe(1)
})

it('a schedule that runs often begins with a span whose times can be listed; what is too long is said at its end', async () => {
  const times = ['2026-11-21T10:00:00.000Z', '2026-11-21T10:01:00.000Z']
  const message = 'there are more than 1000 times up to here: take a shorter span'
  const extensions = { code: 'INVALID', faults: [{ path: 'to', message }] }
  const { user, callsOf } = openSchedules('?schedule=s1', [schedule('s1', { next: times })], {
    Schedule: ({ id }) => ({ schedule: schedule(String(id), { next: times }) }),
    BackfillPreview: () => ({ errors: [{ message: `To ${message}`, extensions }] }),
  })
  await user.click(await screen.findByRole('button', { name: 'Backfill…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Backfill: Nightly s1' }))
  await user.click(dialog.getByRole('button', { name: 'List its times' }))
  expect(await dialog.findByText(message)).toBeTruthy()
  expect(dialog.getByLabelText('To date').getAttribute('aria-invalid')).toBe('true')
  const { from, to } = callsOf('BackfillPreview')[0]!.variables as { from: string; to: string }
  expect(Date.parse(to) - Date.parse(from)).toBe(100 * 60_000)
})
