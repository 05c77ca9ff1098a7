import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { renderRoutes } from '#tests/support/render.tsx'
import { createFakeGateway, type Answers } from '#tests/support/web-gateway.ts'
import { failureCache } from '../cache.ts'
import { ago, answersOf, evidenceOf } from '../test-bed.tsx'
import { MoveDialog } from './move-dialog.tsx'
import type { MovableTask, MoveDialogProps } from './moving.ts'

configure({ defaultHidden: true })
const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never })

function open(answers: Answers, work: MoveDialogProps['work'] = { failureId: 'f1' }) {
  const gateway = createFakeGateway(answers, failureCache)
  const [onMove, onClose] = [vi.fn(), vi.fn()]
  const Page = () => <MoveDialog work={work} onMove={onMove} onClose={onClose} />
  renderRoutes([{ path: '/', Component: Page }], { client: gateway.client })
  return { ...gateway, onMove, onClose }
}
const radio = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name })
const submit = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })

describe('the dialog that moves the tasks of a failure', () => {
  it('lists the aliases with what speaks for them, and chooses the best when everything does', async () => {
    open(answersOf())
    expect((await radio('stable')).checked).toBe(true)
    const rows = screen.getAllByRole('radio').map((each) => each.closest('tr')!.textContent)
    expect(rows).toEqual([
      expect.stringMatching(/^stablenot seen on 2\.14\.022\.14\.00noneended .*100 %96 of 96$/),
      expect.stringMatching(/^edgesame version as the failure/),
      expect.stringMatching(/^defaultthey failed here/),
      expect.stringMatching(/^bigbatchnobody polls it: they would waitnonelast poll never/),
    ])
    expect((await radio('bigbatch')).disabled).toBe(true)
    expect((await submit('Restart 4 on stable')).disabled).toBe(false)
    expect(screen.getByText('4 tasks').parentElement?.textContent).toBe(
      '4 tasks of 4 workqueues; 24 tasks wait behind them',
    )
  })

  it('chooses none when something speaks against the best', async () => {
    const queueAliases = [evidenceOf('stable', { failureSeen: true })]
    open({
      ...answersOf(),
      TaskAliases: () => ({ taskAliases: ['stable'] }),
      AliasEvidence: () => ({ queueAliases }),
    })
    expect((await radio('stable')).checked).toBe(false)
    expect((await submit('Restart 4')).disabled).toBe(true)
  })

  it('moves the whole failure with one call', async () => {
    const { onMove, onClose } = open(answersOf())
    await user.click(await radio('edge'))
    await user.click(await submit('Restart 4 on edge'))
    expect(onMove).toHaveBeenCalledExactlyOnceWith({ failureId: 'f1' }, 4, 'edge')
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('leaves tasks without a tick where they are', async () => {
    const { onMove } = open(answersOf())
    await radio('stable')
    await user.click(screen.getAllByRole('checkbox', { name: 'Charge cards US' })[1]!)
    expect(screen.getByText('3 of 4 tasks')).toBeTruthy()
    await user.click(await submit('Restart 3 on stable'))
    const workqueueIds = ['w1', 'w3', 'w4']
    expect(onMove).toHaveBeenCalledExactlyOnceWith({ taskIds: ['t1', 't3', 't4'], workqueueIds }, 3, 'stable')
  })

  it('counts what it does not list, and reads all ids when a part of them moves', async () => {
    const { onMove, callsOf } = open(answersOf(73))
    await radio('stable')
    expect(screen.getByText('and 23 more')).toBeTruthy()
    await user.click(screen.getAllByRole('checkbox', { name: 'Charge cards US' })[0]!)
    await user.click(await submit('Restart 72 on stable'))
    await waitFor(() => expect(onMove).toHaveBeenCalledOnce())
    expect(callsOf('FailureTasks').at(-1)?.variables).toMatchObject({ perPage: 9999, restartable: true })
    expect((onMove.mock.calls[0]![0] as { taskIds: string[] }).taskIds).not.toContain('t1')
  })

  it('restarts with Ctrl Enter', async () => {
    const { onMove } = open(answersOf())
    fireEvent.keyDown(await radio('stable'), { key: 'Enter', ctrlKey: true })
    expect(onMove).toHaveBeenCalledExactlyOnceWith({ failureId: 'f1' }, 4, 'stable')
  })

  it('says that no other alias is polled, and leads to the workers', async () => {
    const queueAliases = [evidenceOf('default'), evidenceOf('edge', { pollers: 0 })]
    const taskAliases = ['default', 'edge']
    open({ ...answersOf(), TaskAliases: () => ({ taskAliases }), AliasEvidence: () => ({ queueAliases }) })
    expect(await screen.findByText('No other alias is polled')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Start a worker' }).getAttribute('href')).toBe('/workers')
  })

  it('says that nothing is left to restart', async () => {
    open(answersOf(0))
    expect(await screen.findByText(/^None of these tasks can be restarted/)).toBeTruthy()
    expect((await submit('Restart 0')).disabled).toBe(true)
  })

  it('keeps the order while the figures are read again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const answers = answersOf()
    open(answers)
    await radio('stable')
    answers['AliasEvidence'] = () => ({
      queueAliases: [evidenceOf('edge'), evidenceOf('stable', { queued: 812 })],
    })
    await vi.advanceTimersByTimeAsync(5500)
    await waitFor(() => expect(screen.getByText('812')).toBeTruthy())
    const names = () => screen.getAllByRole('radio').map((each) => each.getAttribute('aria-label'))
    expect(names()).toEqual(['stable', 'edge', 'default', 'bigbatch'])
    vi.useRealTimers()
  })
})

it('moves tasks that are known, in their run', async () => {
  const task = (number: number): MovableTask => ({
    id: `t${number}`,
    workqueueId: 'w1',
    workqueueName: null,
    name: `charge ${number}`,
    type: 'task.payments.chargecard',
    alias: 'default',
    status: 'failed',
    version: '2.14.1',
    reason: 'Timed out',
    at: null,
    attempts: '3/3',
    waiting: 2,
  })
  const { onMove } = open(answersOf(), { tasks: [task(1), task(2)] })
  await user.click(await radio('edge'))
  const list = screen.getByRole('region', { name: 'Tasks' })
  expect(within(list).getAllByText('3/3')).toHaveLength(2)
  await user.click(await submit('Restart 2 on edge'))
  expect(onMove).toHaveBeenCalledExactlyOnceWith({ taskIds: ['t1', 't2'], workqueueIds: ['w1'] }, 2, 'edge')
})

describe('the dialog that moves what waits in a queue', () => {
  const queue = { type: 'task.data.load', alias: 'bigbatch' }
  const waiting = (count: number): Answers => ({
    ...answersOf(),
    QueuedTasks: (variables) => ({
      tasks: {
        __typename: 'TaskPage',
        total: count,
        rows: Array.from({ length: Math.min(count, variables['perPage'] as number) }, (_, place) => ({
          __typename: 'Task',
          id: `t${place}`,
          workqueueId: `w${place}`,
          workqueueName: 'Nightly load',
          workqueueDescription: 'Loads the warehouse',
          name: `Load ${place}`,
          ...queue,
          status: 'queued',
          queued: ago(13),
        })),
      },
    }),
    AliasEvidence: () => ({
      queueAliases: [
        evidenceOf('stable', { failureSeen: null }),
        evidenceOf('bigbatch', { failureSeen: null, pollers: 0, queued: count }),
      ],
    }),
  })

  it('chooses the polled alias, lists who waits how long, and moves the whole queue', async () => {
    const { onMove, onClose, callsOf } = open(waiting(24), { queue })
    expect((await radio('stable')).checked).toBe(true)
    expect((await radio('bigbatch')).disabled).toBe(true)
    expect(screen.getByText('queued here now')).toBeTruthy()
    expect(screen.getByRole('dialog', { name: 'Move 24 queued tasks to another alias' })).toBeTruthy()
    const list = within(screen.getByRole('region', { name: 'Tasks' }))
    expect(list.getAllByText('waits 13 m')).toHaveLength(24)
    expect(list.getByText('attempts stay')).toBeTruthy()
    expect(callsOf('QueuedTasks')[0]?.variables).toEqual({
      type: ['task.data.load'],
      alias: ['bigbatch'],
      perPage: 50,
    })
    await user.click(await submit('Move 24 to stable'))
    expect(onMove).toHaveBeenCalledExactlyOnceWith({ queue }, 24, 'stable')
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('moves a part of it by its ids, as queued tasks', async () => {
    const { onMove } = open(waiting(2), { queue })
    await radio('stable')
    await user.click(screen.getByRole('checkbox', { name: 'Load 0' }))
    await user.click(await submit('Move 1 to stable'))
    const chosen = { taskIds: ['t1'], workqueueIds: ['w1'], queued: true }
    await waitFor(() => expect(onMove).toHaveBeenCalledExactlyOnceWith(chosen, 1, 'stable'))
  })

  it('moves the oldest of more tasks than one action takes', async () => {
    const { onMove } = open(waiting(12_000), { queue })
    await user.click(await submit('Move 9,999 to stable'))
    await waitFor(() => expect(onMove).toHaveBeenCalledOnce())
    expect((onMove.mock.calls[0]![0] as { taskIds: string[] }).taskIds).toHaveLength(9999)
  })

  it('says that no other alias is polled, and leads to the workers', async () => {
    const queueAliases = ['stable', 'bigbatch'].map((alias) => evidenceOf(alias, { pollers: 0 }))
    open(
      {
        ...waiting(24),
        AliasEvidence: () => ({ queueAliases }),
        TaskAliases: () => ({ taskAliases: ['stable', 'bigbatch'] }),
      },
      { queue },
    )
    expect(await screen.findByText('No other alias is polled')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Start a worker' })).toBeTruthy()
    expect((await submit('Move 24')).disabled).toBe(true)
  })

  it('says that they have started meanwhile', async () => {
    open(waiting(0), { queue })
    expect(await screen.findByText(/^None of these tasks waits there any more/)).toBeTruthy()
  })
})
