import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoutes } from '#tests/support/render.tsx'
import { ReceiptDialog } from './receipt-dialog.tsx'
import { activityBed, receiptOf } from './test-bed.tsx'

function show(over: object = {}) {
  const { client } = activityBed({ Receipt: () => receiptOf(over) })
  renderRoutes([{ path: '/', element: <ReceiptDialog id="r1" onClose={() => {}} /> }], { client })
  return screen.findByRole('dialog', { name: 'Receipt' })
}

it('is named by what was done, with the result of each row and a link to it', async () => {
  const dialog = within(await show())
  expect(await dialog.findByText('Restart of 3 failed tasks of Nightly')).toBeTruthy()
  expect(dialog.getByText('Restarted 2 of 3 tasks, 1 refused')).toBeTruthy()
  expect(dialog.getByRole('link', { name: 'Task t1' }).getAttribute('href')).toBe(
    '/apps/a1/workqueues/w1?task=t1',
  )
  expect(within(dialog.getByRole('region', { name: 'Refused' })).getByText('The task is queued')).toBeTruthy()
})

it('of starts leads to the runs that were started, not to those that were refused', async () => {
  const about = { __typename: 'ReceiptAbout', name: 'Export', appId: 'a1', workqueueId: null, status: null }
  const dialog = within(await show({ action: 'start-workqueues', about }))
  expect(await dialog.findByText('Start of 3 workqueues of Export')).toBeTruthy()
  expect(dialog.getByText('Started 2 of 3 workqueues, 1 refused')).toBeTruthy()
  expect(dialog.getByRole('link', { name: 'Task t1' }).getAttribute('href')).toBe('/apps/a1/workqueues/t1')
  expect(dialog.queryByRole('link', { name: 'Task t3' })).toBeNull()
})

it('of a platform that says less has no links, and says who cancelled it', async () => {
  const dialog = within(await show({ about: null, cancelledBy: 'bo@northwind.example' }))
  expect(await dialog.findByText('Restart of 3 tasks')).toBeTruthy()
  expect(dialog.getByText('Cancelled by bo@northwind.example before it began')).toBeTruthy()
  expect(dialog.queryAllByRole('link')).toEqual([])
})
