import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { Cause } from '#shared/domains/tasks/why/facts.ts'
import { renderRoutes } from '#tests/support/render.tsx'
import { createFakeGateway } from '#tests/support/web-gateway.ts'
import { noRestarts, run, task } from '../test-bed.tsx'
import { RunBanner } from './run-banner.tsx'

const user = userEvent.setup()
const [archive, export_] = [task('archive', { status: 'queued' }), task('export', { status: 'started' })]

const cause = (code: Cause['code'], text: string, action: Cause['action']): Cause => ({
  code,
  since: null,
  text,
  short: text,
  action,
  parts: [{ text, tone: 'plain' }],
})

it('fills the action of what it says first; what it says below has its own in its line', async () => {
  const stuck = cause('nobody', 'Waiting: nobody polls load', {
    kind: 'moveToAlias',
    label: 'Move to alias…',
    taskId: archive.id,
  })
  const late = cause('late', 'Late: export runs 37 m', {
    kind: 'openTask',
    label: 'Open the task',
    taskId: export_.id,
  })
  const restartWithAlias = vi.fn()
  const onSelect = vi.fn()
  const Page = () => (
    <RunBanner
      run={run()}
      tasks={[export_, archive]}
      cause={stuck}
      causes={
        new Map([
          [archive.id, stuck],
          [export_.id, late],
        ])
      }
      restarts={{ ...noRestarts, restartWithAlias }}
      logs={new Map()}
      onSelect={onSelect}
      onShowLog={() => undefined}
      shownTask={null}
      shownLog={null}
      onModifyAndRerun={null}
    />
  )
  renderRoutes([{ path: '/', Component: Page }], { client: createFakeGateway({}).client })
  const banner = within(await screen.findByRole('region', { name: 'What happens' }))
  expect(document.querySelector('p')?.textContent).toBe('Waiting: nobody polls load')
  const move = banner.getByRole('button', { name: 'Move to alias…' })
  const open = banner.getByRole('button', { name: 'Open the task' })
  expect([move, open].map((each) => each.hasAttribute('data-main'))).toEqual([true, false])
  expect([move, open].map((each) => each.closest('li')?.textContent)).toEqual([
    undefined,
    expect.stringMatching(/^Late: export/),
  ])
  await user.click(move)
  expect(restartWithAlias).toHaveBeenCalledWith([archive])
  await user.click(open)
  expect(onSelect).toHaveBeenCalledWith(export_.id)
})

const withWorker = { worker: { __typename: 'QueueWorker', id: 'w1' } }
const carried = { __typename: 'QueueDeployment', id: 'd1', clusterId: 'c1' }
it.each([
  ['its deployment', { ...withWorker, deployments: [carried] }, 'Open the deployment', /deployment\/d1/],
  ['a worker by hand', { ...withWorker, deployments: [] }, 'Start a worker…', /workers\/w1/],
  ['its queue', { worker: null, deployments: [] }, 'Queue', /task\.rail\.loader/],
])('of a queue that nothing polls, and no other alias, offers %s', async (_what, told, label, to) => {
  const stuck = cause('nobody', 'Waiting', { kind: 'openQueue', label: 'Queue', taskId: archive.id })
  const { client } = createFakeGateway({ QueueCarriers: () => ({ queue: { __typename: 'Queue', ...told } }) })
  const Page = () => (
    <RunBanner
      run={run()}
      tasks={[archive]}
      cause={stuck}
      causes={new Map([[archive.id, stuck]])}
      restarts={noRestarts}
      logs={new Map()}
      onSelect={() => undefined}
      onShowLog={() => undefined}
      shownTask={null}
      shownLog={null}
      onModifyAndRerun={null}
    />
  )
  renderRoutes([{ path: '/', Component: Page }], { client })
  const link = await screen.findByRole('link', { name: label })
  expect(link.getAttribute('href')).toMatch(to)
  expect(link.hasAttribute('data-main')).toBe(true)
})

it.each([
  ['can', ['control'], 1],
  ['cannot', [], 0],
])('of a task that retries offers to run it now on a platform that %s', async (_how, features, count) => {
  const retry = task('export', { status: 'retry' })
  const retrying = cause('retrying', 'export retries in 40 s', {
    kind: 'rerun',
    label: 'Re Run now',
    taskId: retry.id,
  })
  const changed = vi.fn()
  const Page = () => (
    <RunBanner
      run={run()}
      tasks={[retry]}
      cause={retrying}
      causes={new Map([[retry.id, retrying]])}
      restarts={{ ...noRestarts, changed }}
      logs={new Map()}
      onSelect={() => undefined}
      onShowLog={() => undefined}
      shownTask={null}
      shownLog={null}
      onModifyAndRerun={null}
    />
  )
  const gateway = createFakeGateway({
    Capabilities: () => ({ capabilities: { __typename: 'Capabilities', version: '1', features } }),
    RestartTask: () => ({ restartTask: { ...retry, status: 'queued' } }),
  })
  renderRoutes([{ path: '/', Component: Page }], { client: gateway.client })
  await screen.findByText('export retries in 40 s')
  await vi.waitFor(() => expect(screen.queryAllByRole('button', { name: 'Re Run now' })).toHaveLength(count))
  if (count === 0) return
  await user.click(screen.getByRole('button', { name: 'Re Run now' }))
  await vi.waitFor(() => expect(changed).toHaveBeenCalled())
  expect(gateway.calls.at(-1)).toMatchObject({ name: 'RestartTask', variables: { id: retry.id } })
})
