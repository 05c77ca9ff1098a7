import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { cacheExchange, Client, fetchExchange } from 'urql'
import { expect, it, vi } from 'vitest'
import { fakeGateway, renderRoutes } from '#tests/support/render.tsx'
import { CurrentAppProvider } from '#web/lib/current-app.tsx'
import { AliasDialog, type FailedTask } from './alias-dialog.tsx'

const task: FailedTask = {
  id: 'k1',
  name: 'charge',
  type: 'task.pay.card',
  alias: 'default',
  reason: 'Timed out',
  version: '2.14.1',
  attempt: 3,
}
const ended = new Date(Date.now() - 60_000).toISOString()
const result = (id: string, alias: string, over: object = {}) => ({
  __typename: 'Task',
  id,
  alias,
  status: 'ended',
  ended,
  version: '2.14.0',
  reason: null,
  ...over,
})
const waiting = {
  __typename: 'BacklogRow',
  id: 'b1',
  type: task.type,
  alias: 'stable',
  queued: 12,
  oldestQueued: ended,
}
const tasks = {
  __typename: 'TaskPage',
  total: 2,
  rows: [result('r1', 'stable'), result('r2', 'default', { status: 'failed', reason: 'Timed out' })],
}
const answers: Record<string, object | null> = {
  TaskAliases: { taskAliases: ['default', 'stable', 'gpu'] },
  AliasBacklog: { backlog: [waiting] },
  AliasResults: { tasks },
  RestartTaskWithAlias: { restartTaskWithAlias: { __typename: 'Task', id: 'k1' } },
}

/** The open dialog; an answer of null is a failure. */
function open(over: Record<string, object | null> = {}, path?: string) {
  const { calls, fetch } = fakeGateway((_method, _path, body) => {
    const { operationName } = body as { operationName: string }
    const data = { ...answers, ...over }[operationName]
    const errors = [{ message: 'away', extensions: { code: 'UNAVAILABLE' } }]
    return { body: data ? { data } : { data: null, errors } }
  })
  const exchanges = [cacheExchange, fetchExchange]
  const client = new Client({ url: '/graphql', fetch, preferGetMethod: false, exchanges })
  const [onClose, onRestarted] = [vi.fn(), vi.fn()]
  const app = { id: 'a1', name: 'Billing', description: '', version: null }
  const Page = () => (
    <CurrentAppProvider app={app}>
      <AliasDialog task={task} onClose={onClose} onRestarted={onRestarted} />
    </CurrentAppProvider>
  )
  renderRoutes([{ path: path ?? '/', Component: Page }], {
    client,
    at: path?.replace(':workqueue', 'w123456') ?? '/',
  })
  const sent = () =>
    calls
      .map(({ body }) => body as { operationName: string; variables: object })
      .find(({ operationName }) => operationName === 'RestartTaskWithAlias')?.variables
  return { onClose, onRestarted, sent }
}
const rowOf = async (name: string) => (await screen.findByLabelText(name)).closest('tr')!
const run = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Run' })

it('names the run of the page with its inputs', async () => {
  const workqueue = {
    __typename: 'Workqueue',
    id: 'w123456',
    name: 'Nightly invoice run',
    initialState: { tenant: 'acme', batchSize: 214 },
  }
  open({ RunOfTask: { workqueue } }, '/workqueues/:workqueue')
  expect(await screen.findByText(/Nightly invoice run/)).toBeTruthy()
  expect(screen.getByTitle('tenant=acme batchSize=214')).toBeTruthy()
})

it('lists the aliases, best first, with what is known of them', async () => {
  open()
  await rowOf('stable')
  expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'))).toEqual([
    'stable',
    'gpu',
    'default',
  ])
  expect((await rowOf('stable')).textContent).toMatch(/not seen on 2\.14\.0121 m.*ended .*100 %1 of 1/)
  expect((await rowOf('default')).textContent).toMatch(/failed here, 3 attempts0nonefailed .*0 %0 of 1/)
  expect((await rowOf('gpu')).textContent).toBe('gpu0nonenone in 24 hnone')
})

it('runs the task on the alias whose row was clicked', async () => {
  const { sent, onRestarted, onClose } = open()
  expect(run().disabled).toBe(true)
  fireEvent.click(within(await rowOf('gpu')).getAllByText('none')[0]!)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'gpu' }).checked).toBe(true)
  fireEvent.click(run())
  await waitFor(() => expect(onRestarted).toHaveBeenCalledOnce())
  expect(onClose).toHaveBeenCalledOnce()
  expect(sent()).toEqual({ id: 'k1', alias: 'gpu' })
})

it('works with the keyboard: an arrow chooses, Ctrl Enter runs', async () => {
  const { sent } = open()
  await rowOf('stable')
  const group = screen.getByRole('radiogroup', { name: 'Aliases' })
  fireEvent.keyDown(group, { key: 'ArrowDown' })
  const first = screen.getByRole<HTMLInputElement>('radio', { name: 'stable' })
  expect([first.checked, document.activeElement]).toEqual([true, first])
  fireEvent.keyDown(first, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(sent()).toEqual({ id: 'k1', alias: 'stable' }))
})

it('asks for an alias only when the list was left without one', async () => {
  open()
  await rowOf('stable')
  const group = screen.getByRole('radiogroup', { name: 'Aliases' })
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.blur(group, { relatedTarget: run() })
  expect(screen.getByRole('alert').textContent).toBe('Please select an Alias!')
})

it('without figures it is a list of names, and says so', async () => {
  open({ AliasBacklog: null, AliasResults: null })
  expect((await rowOf('gpu')).textContent).toBe('gpu')
  expect(screen.getAllByRole('columnheader', { hidden: true }).map(({ textContent }) => textContent)).toEqual(
    ['Alias'],
  )
})

it('a type without an alias says so, and nothing can be run', async () => {
  open({ TaskAliases: { taskAliases: [] } })
  expect(await screen.findByText('This type has no alias: no worker runs it.')).toBeTruthy()
  expect(run().disabled).toBe(true)
})

it('closes when the aliases cannot be read', async () => {
  const { onClose } = open({ TaskAliases: null })
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(screen.getByText("Couldn't get aliases for type: [task.pay.card]... away")).toBeTruthy()
})
