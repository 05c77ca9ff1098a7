import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderRoutes } from '#tests/support/render.tsx'
import { EntityActivity } from './entity-activity.tsx'
import { aboutOf, activityBed, recordOf, records } from './test-bed.tsx'

const user = userEvent.setup({ delay: null })
const rows = [
  recordOf('1', 'task.skip', {
    about: aboutOf('Charge cards', { workqueueId: 'w1' }),
    entity: 't1',
    reason: 'Paid by hand',
  }),
  recordOf('2', 'workqueue.start', { about: aboutOf('Nightly'), entity: 'w1' }),
]

it('is folded, and shows who did what to the entity and its parts when it is opened', async () => {
  const bed = activityBed({ Activity: () => records(...rows) })
  renderRoutes([{ path: '/', element: <EntityActivity within="w1" part="canary" /> }], { client: bed.client })
  const button = await screen.findByRole('button', { name: 'Activity', expanded: false })
  expect(bed.callsOf('Activity')).toEqual([])
  await user.click(button)
  expect(await screen.findByText('Paid by hand')).toBeTruthy()
  expect(bed.callsOf('Activity')[0]?.variables).toEqual({
    page: 1,
    perPage: 10,
    within: 'w1',
    part: 'canary',
    fold: true,
  })
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  // The run itself is on the screen already.
  expect(links).toEqual([
    ['All activity', '/dashboard/activity?within=w1&part=canary'],
    ['Charge cards', '/apps/a1/workqueues/w1?task=t1'],
  ])
  expect(screen.getAllByRole('listitem')[1]?.textContent).toContain('started the workqueue Nightly')
  // Every line here is about that run.
  expect(screen.queryByTitle('w1')).toBeNull()
})

it('says that nothing has been done, and why it cannot be read', async () => {
  const answers = [() => ({ errors: [{ message: 'The platform is away' }] }), () => records()]
  const bed = activityBed({ Activity: () => answers.shift()?.() })
  renderRoutes([{ path: '/', element: <EntityActivity within="w1" /> }], { client: bed.client })
  await user.click(await screen.findByRole('button', { name: 'Activity' }))
  expect(await screen.findByText(/The platform is away/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /again/i }))
  expect(await screen.findByText('Nothing has been done here yet.')).toBeTruthy()
})

it('is absent on a platform that keeps no records', async () => {
  const bed = activityBed({}, [])
  const { container } = renderRoutes([{ path: '/', element: <EntityActivity within="w1" /> }], {
    client: bed.client,
  })
  await waitFor(() => expect(bed.callsOf('Capabilities')).toHaveLength(1))
  expect(container.querySelector('section')).toBeNull()
})
