import { act, configure, screen, waitFor, within } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { isCancellable } from './detail/workqueue-head.tsx'
import type { TaskDetail } from '../tasks/task.ts'
import { answersOf, appId, log, moment, openDetail, run, task } from './detail/test-bed.tsx'

// Hidden elements are included: visibility checks are most of the cost of a query by role.
configure({ defaultHidden: true })
const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never })

// The rows are rendered after the rest of the page.
const rowOf = (name: string) => screen.getByText(name, { selector: 'span' }).closest('tr')!
const loaded = () => screen.findByRole('heading', { name: 'Parcel intake' })
const button = (name: string) => screen.queryByRole('button', { name })

it('opened below another app leads to its own app, with the rest of the address', async () => {
  const bed = openDetail(answersOf(run({ appId: 'b7' })), '?task=t1')
  await waitFor(() =>
    expect(bed.router.state.location).toMatchObject({
      pathname: '/apps/b7/workqueues/w1',
      search: '?task=t1',
    }),
  )
  await loaded()
})

it('of which the platform does not answer the app is that of the address', async () => {
  const bed = openDetail(answersOf(run({ appId: '' })))
  await loaded()
  expect(bed.router.state.location.pathname).toBe(`/apps/${appId}/workqueues/w1`)
})

describe('the head', () => {
  it.each([
    ['notstarted', true],
    ['started', true],
    ['completed', false],
    ['failed', false],
    ['cancelled', false],
  ])('of a workqueue that is %s may offer Cancel: %s', (status, offered) => {
    expect(isCancellable(status)).toBe(offered)
  })

  it('does not offer Cancel for a workqueue that has ended, and has its status in the document title', async () => {
    openDetail(answersOf(run({ status: 'failed', tasks: [] })))
    await loaded()
    expect(button('Cancel')).toBeNull()
    await waitFor(() => expect(document.title).toContain('Parcel intake (failed)'))
  })

  it('cancels after a confirmation', async () => {
    const answers = answersOf(run())
    const cancelled = { ...run({ status: 'cancelled', ended: moment(9) }), __typename: 'Workqueue' }
    answers['CancelWorkqueues'] = () => {
      answers['WorkqueueDetail'] = () => ({ workqueue: cancelled })
      return {
        cancelWorkqueues: [{ __typename: 'WorkqueueCancel', id: 'w1', error: null, workqueue: cancelled }],
      }
    }
    const bed = openDetail(answers)
    await loaded()
    await user.click(button('Cancel')!)
    expect(bed.callsOf('CancelWorkqueues')).toEqual([])
    await user.click(await screen.findByRole('button', { name: 'Cancel workqueue' }))
    expect(await screen.findByText('Cancelled workqueue')).toBeTruthy()
    expect(bed.callsOf('CancelWorkqueues')[0]?.variables).toEqual({ ids: ['w1'] })
    await waitFor(() => expect(button('Cancel')).toBeNull())
  })

  it('shows why a cancel was refused', async () => {
    const answers = answersOf(run())
    answers['CancelWorkqueues'] = () => ({ errors: [{ message: 'it has ended' }] })
    openDetail(answers)
    await loaded()
    await user.click(button('Cancel')!)
    await user.click(await screen.findByRole('button', { name: 'Cancel workqueue' }))
    expect(await screen.findByText("Couldn't cancel workqueue: it has ended")).toBeTruthy()
  })

  it('opens Run Workqueue with the cleaned definition', async () => {
    const bed = openDetail(answersOf(run({ planId: 'p1' })))
    await loaded()
    await user.click(button('Modify and rerun')!)
    await waitFor(() => expect(bed.router.state.location.pathname).toBe(`/apps/${appId}/workqueues/create`))
    const { search } = bed.router.state.location
    expect(JSON.parse(new URLSearchParams(search).get('workqueue')!)).toEqual({
      name: 'Parcel intake',
      description: 'lot 4411',
      tags: ['nightly', 'hall 2'],
      planId: 'p1',
      rerunOf: 'w1',
      initialState: { lot: 4411 },
      outputsDef: ['parcels'],
      tasks: [
        { name: 'load', type: 'task.rail.loader' },
        { name: 'weigh', type: 'task.rail.loader', depends: ['load'] },
      ],
    })
  })

  it('shows the source without the __typename fields of the client', async () => {
    openDetail(answersOf(run()))
    await loaded()
    await user.click(button('View Source')!)
    const source = await screen.findByLabelText('Source of Parcel intake')
    expect(JSON.parse(source.textContent)).toMatchObject({
      id: 'w1',
      tasks: [{ name: 'load' }, { name: 'weigh' }],
    })
    expect(source.textContent).not.toContain('__typename')
  })

  it('reads the logs again and confirms it, or shows why not', async () => {
    const answers = answersOf(run())
    openDetail(answers)
    await loaded()
    await user.click(button('Refresh Logs')!)
    expect(await screen.findByText('Workqueue Logs Loaded')).toBeTruthy()
    answers['WorkqueueLogs'] = () => ({ errors: [{ message: 'the store is away' }] })
    await user.click(button('Refresh Logs')!)
    expect(await screen.findAllByText("Couldn't load workqueue logs: the store is away")).toHaveLength(1)
  })
})

describe('the page', () => {
  it('has its head while the console is away, and the run as soon as it can be read', async () => {
    const answers = answersOf(run())
    const read = answers['WorkqueueDetail']!
    answers['WorkqueueDetail'] = () => ({
      errors: [{ message: 'away', extensions: { code: 'PLATFORM_DOWN' } }],
    })
    openDetail(answers)
    expect(await screen.findByRole('heading', { name: 'Workqueue' })).toBeTruthy()
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getAllByRole('link')
    expect(crumbs.map((link) => link.getAttribute('href'))).toEqual(['/apps', `/apps/${appId}/workqueues`])
    answers['WorkqueueDetail'] = read
    await user.click(button('Try again')!)
    await loaded()
  })

  it('links each tag to the workqueues that have it', async () => {
    openDetail(answersOf(run()))
    await loaded()
    expect(screen.getByRole('link', { name: 'hall 2' }).getAttribute('href')).toBe(
      `/apps/${appId}/workqueues?tags=hall%202`,
    )
  })

  it('shows the output that outputsDef selects', async () => {
    openDetail(answersOf(run()))
    await loaded()
    const output = within(screen.getByRole('tree', { name: 'Output State' }))
    expect(output.getByRole('treeitem').getAttribute('aria-label')).toBe('parcels: 214')
  })

  it('shows a message when there are no tasks', async () => {
    openDetail(answersOf(run({ tasks: [] })))
    await loaded()
    expect(screen.getAllByText('No tasks found...').length).toBeGreaterThan(0)
  })

  it('goes to the list of the app when the workqueue cannot be loaded', async () => {
    const bed = openDetail({
      ...answersOf(run()),
      WorkqueueDetail: () => ({ errors: [{ message: 'there is none' }] }),
    })
    expect(await screen.findByText('Error loading workqueue: there is none')).toBeTruthy()
    await waitFor(() => expect(bed.listening()).toEqual([]))
    expect(bed.router.state.location.pathname).toBe(`/apps/${appId}/workqueues`)
  })
})

describe('live updates', () => {
  const started = { status: 'started', attempt: 1, queued: moment(1), started: moment(2) }
  const ended = { ...started, status: 'ended', ended: moment(9), progress: 1 }

  it('patch their task, and never apply an older status', async () => {
    // A read that happens meanwhile returns the state of the events.
    let tasks = run().tasks
    const bed = openDetail({ ...answersOf(run()), WorkqueueDetail: () => ({ workqueue: run({ tasks }) }) })
    const change = (name: string, over: Partial<TaskDetail>) => {
      tasks = tasks.map((known) => (known.name === name ? { ...known, ...over } : known))
      tell(name, over)
    }
    const tell = (name: string, over: Partial<TaskDetail>) =>
      act(() => bed.send('WorkqueueTasksLive', { workqueueTasks: { ...task(name), ...over } }))
    await loaded()
    await waitFor(() => expect(bed.listening()).toHaveLength(3))
    change('load', started)
    await waitFor(() => expect(rowOf('load').textContent).toContain('in progress'))
    expect(rowOf('weigh').textContent).toContain('notstarted')
    change('load', ended)
    await waitFor(() => expect(rowOf('load').textContent).toContain('ended'))
    tell('load', started)
    change('weigh', started)
    await waitFor(() => expect(rowOf('weigh').textContent).toContain('in progress'))
    expect(rowOf('load').textContent).toContain('ended')
    change('load', { ...started, attempt: 2, started: moment(20), ended: null, progress: 0 })
    await waitFor(() => expect(rowOf('load').textContent).toContain('in progress'))
  })

  it('change the status of the workqueue and its actions', async () => {
    let shown = run({ tasks: [] })
    const bed = openDetail({ ...answersOf(shown), WorkqueueDetail: () => ({ workqueue: shown }) })
    await loaded()
    await waitFor(() => expect(bed.listening()).toHaveLength(3))
    shown = run({ tasks: [], status: 'completed', ended: moment(30) })
    act(() => bed.send('WorkqueueLive', { workqueue: shown }))
    await waitFor(() => expect(document.title).toContain('(completed)'))
    expect(button('Cancel')).toBeNull()
  })

  it('add log entries in order, each once', async () => {
    const [a, b] = [log('a', { timestamp: moment(4) }), log('b', { timestamp: moment(5) })]
    let logs = [b]
    const bed = openDetail({ ...answersOf(run()), WorkqueueLogs: () => ({ workqueueLogs: logs }) })
    await loaded()
    await user.click(await screen.findByRole('button', { name: 'Show Logs: load' }))
    await screen.findByText('message b')
    const late = [a, b, log('x', { taskId: 't-weigh' })]
    logs = late
    act(() => bed.send('WorkqueueLogsLive', { workqueueLogs: late }))
    await screen.findByText('message a')
    const shown = within(screen.getByRole('region', { name: 'Logs of load' })).getAllByText(/^message/)
    expect(shown.map((each) => each.textContent)).toEqual(['message a', 'message b'])
  })

  it('end when the page is left, and follow the address to another workqueue', async () => {
    const answers = answersOf(run())
    answers['WorkqueueDetail'] = ({ id }) => ({
      workqueue: run({ id: String(id), tasks: [task(`of ${String(id)}`)] }),
    })
    const bed = openDetail(answers)
    await loaded()
    const names = ['WorkqueueLive', 'WorkqueueLogsLive', 'WorkqueueTasksLive']
    await waitFor(() => expect(bed.listening()).toEqual(names.map((name) => `${name} w1`)))
    await act(() => bed.router.navigate(`/apps/${appId}/workqueues/w2`))
    await waitFor(() => expect(bed.listening()).toEqual(names.map((name) => `${name} w2`)))
    await screen.findByText('of w2', { selector: 'span' })
    await act(() => bed.router.navigate('/apps'))
    await waitFor(() => expect(bed.listening()).toEqual([]))
  })
})
