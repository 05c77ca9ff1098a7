import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openSchedules, schedule } from '../test-bed.tsx'

const editor = async (name: string) => within(await screen.findByRole('region', { name }))
const refused = (message: string, extensions: object) => ({ errors: [{ message, extensions }] })

it('shows the next ten times of what is typed, and keeps the last good ones while it is wrong', async () => {
  const { user, callsOf } = openSchedules('?schedule=s1')
  const form = await editor('Schedule Nightly s1')
  expect(await form.findByText('Words of 30 2 * * *')).toBeTruthy()
  const next = within(form.getByRole('table', { name: 'Next ten' }))
  expect(next.getAllByRole('row')[1]?.textContent).toMatch(/^Sat 27 Mar( 2027)?02:30/)
  expect(form.getByText('On Sun 28 Mar it runs once.')).toBeTruthy()
  const cron = form.getByRole<HTMLInputElement>('textbox', { name: /^Cron/ })
  await user.clear(cron)
  await user.type(cron, '75 7 * * 1-5')
  expect(await form.findByText('minute 75 is over 59')).toBeTruthy()
  expect(form.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  expect(form.getByRole('table', { name: 'Next ten' })).toBeTruthy()
  await user.selectOptions(form.getByRole('combobox', { name: 'Common times' }), 'Every weekday at seven')
  expect(await form.findByText('Words of 0 7 * * 1-5')).toBeTruthy()
  expect(form.getByText(/was: Every day at 02:30/)).toBeTruthy()
  expect(callsOf('SchedulePreview').map(({ variables }) => variables['cron'])).toEqual([
    '30 2 * * *',
    '0 7 * * 1-5',
  ])
})

it('an expression that only the platform knows to be wrong cannot be saved', async () => {
  const never = 'cron never comes: no date has this day and month'
  openSchedules('?schedule=new&planId=p1', [], {
    SchedulePreview: () => refused(never, { code: 'BAD_REQUEST', status: 400 }),
  })
  const form = await editor('New Schedule')
  const save = form.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  expect(save.disabled).toBe(false)
  expect(await form.findByText(/never comes/)).toBeTruthy()
  expect(save.disabled).toBe(true)
})

it('can be saved while the next times cannot be read', async () => {
  openSchedules('?schedule=new&planId=p1', [], {
    SchedulePreview: () => refused('The platform is busy', { code: 'UNAVAILABLE', status: 503 }),
  })
  const form = await editor('New Schedule')
  expect(await form.findByText(/is busy/)).toBeTruthy()
  expect(form.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false)
})

it('a new schedule of a plan takes its name, and is saved', async () => {
  const { user, callsOf, address, router } = openSchedules('?schedule=new&planId=p1', [], {
    CreateSchedule: () => ({ createSchedule: schedule('s9') }),
  })
  const form = await editor('New Schedule')
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('is required')).toBeTruthy()
  expect(callsOf('CreateSchedule')).toEqual([])
  await user.type(form.getByRole('textbox', { name: /^Name/ }), 'Weekdays')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(address()).toBe('/apps/a1/schedules?schedule=s9'))
  expect(callsOf('CreateSchedule')[0]?.variables).toMatchObject({
    appId: 'a1',
    planId: 'p1',
    name: 'Weekdays',
    cron: '0 7 * * 1-5',
    initialState: null,
    catchUpWindow: 3600,
    pauseAfterFailures: null,
  })
  await router.navigate(-1)
  expect(address(), 'Back does not lead to the form of what was made').toBe('/apps/a1/schedules?schedule=s9')
})

it('puts what the platform refuses beside its field', async () => {
  const faults = [{ path: 'endAt', message: 'must be in the future' }]
  const { user } = openSchedules('?schedule=s1', undefined, {
    UpdateSchedule: () =>
      refused('endAt must be in the future', { code: 'BAD_REQUEST', status: 400, faults }),
  })
  const form = await editor('Schedule Nightly s1')
  const name = form.getByRole('textbox', { name: /^Name/ })
  await user.type(name, ' 2')
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('must be in the future')).toBeTruthy()
  expect(form.getByText('changed, not saved', { exact: false })).toBeTruthy()
})

it('says what differs when another user has saved it meanwhile, and saves over that', async () => {
  let reads = 0
  const answers = [
    refused('changed', { code: 'CONFLICT', status: 409 }),
    { updateSchedule: schedule('s1', { name: 'Mine', version: 6 }) },
  ]
  const { user, callsOf } = openSchedules('?schedule=s1', undefined, {
    Schedule: () => ({ schedule: schedule('s1', reads++ > 0 ? { name: 'Theirs', version: 5 } : {}) }),
    UpdateSchedule: () => answers.shift()!,
  })
  const form = await editor('Schedule Nightly s1')
  const name = form.getByRole('textbox', { name: /^Name/ })
  await user.clear(name)
  await user.type(name, 'Mine')
  await user.click(form.getByRole('button', { name: 'Save' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Changed by somebody else' }))
  expect(dialog.getByText(/^ana@northwind.example has saved this schedule/)).toBeTruthy()
  expect(dialog.getByRole('row', { name: 'Name Theirs Mine' })).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Save mine over it' }))
  expect(await screen.findByText('Schedule Mine saved')).toBeTruthy()
  expect(callsOf('UpdateSchedule').map(({ variables }) => variables['version'])).toEqual([4, 5])
})

it('asks before changes are lost, by Escape and by another schedule', async () => {
  const { user, address } = openSchedules('?schedule=s1', [schedule('s1'), schedule('s2')])
  const form = await editor('Schedule Nightly s1')
  await user.type(form.getByRole('textbox', { name: /^Name/ }), ' 2')
  await user.keyboard('{Escape}')
  const question = () => screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  await user.click(within(await question()).getByRole('button', { name: 'Cancel' }))
  expect(address()).toBe('/apps/a1/schedules?schedule=s1')
  await user.click(screen.getByRole('link', { name: 'Nightly s2' }))
  await user.click(within(await question()).getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(address()).toBe('/apps/a1/schedules?schedule=s2'))
})
