import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderRoutes } from '#tests/support/render.tsx'
import { createFakeGateway } from '#tests/support/web-gateway.ts'
import { LastRuns } from './last-runs.tsx'

const run = (id: string, status: string, reason: string | null) => ({
  __typename: 'Task',
  id,
  name: `Mask ${id}`,
  appId: 'a1',
  workqueueId: 'w1',
  workqueueName: 'Nightly',
  status,
  created: '2026-11-20T01:30:00.000Z',
  started: '2026-11-20T01:30:00.000Z',
  ended: '2026-11-20T01:30:02.000Z',
  reason,
})

function show(features: string[]) {
  const rows = [run('1', 'failed', 'TypeError: null'), run('2', 'ended', null)]
  const failure = {
    __typename: 'Failure',
    id: 'f1',
    title: 'TypeError: #',
    type: 'task.script.mask',
    fingerprint: 'aa',
    tasks: 4,
    runs: 4,
  }
  const gateway = createFakeGateway({
    Capabilities: () => ({ capabilities: { __typename: 'Capabilities', version: '1', features } }),
    ScriptRuns: () => ({ tasks: { __typename: 'TaskPage', total: 2, rows } }),
    OpenFailures: () => ({
      failures: {
        __typename: 'FailurePage',
        total: 1,
        rows: [{ ...failure, last: rows[0]!.created, sample: null }],
      },
    }),
    RunInputs: ({ taskId }) => ({ taskPayload: { __typename: 'TaskPayload', resolved: { of: taskId } } }),
  })
  const taken: unknown[] = []
  const element = <LastRuns type="task.script.mask" onInputs={(given) => taken.push(given)} />
  renderRoutes([{ path: '*', element }], { at: '/', client: gateway.client })
  return { ...gateway, taken }
}

// Fails when a failed run hides its reason, does not lead to its task, or gives other inputs than its own.
it('says how the last runs went, leads to them and to the open failure, and takes the inputs of one', async () => {
  const { taken } = show(['scripts', 'failures', 'payloads'])
  expect(await screen.findByText('1 of the last 2 failed')).toBeTruthy()
  expect(screen.getByText('TypeError: null')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Mask 1' }).getAttribute('href')).toBe(
    '/apps/a1/workqueues/w1?task=1',
  )
  const failure = await screen.findByRole('link', { name: '1 failure is open' })
  expect(failure.getAttribute('href')).toBe('/dashboard/failures/f1')
  await userEvent.click(await screen.findByRole('button', { name: 'Test with the inputs of Mask 1' }))
  await expect.poll(() => taken).toEqual([{ of: 'Mask 1', text: '{\n    "of": "1"\n}' }])
})

it('asks for no failures and no inputs where the platform does not tell them', async () => {
  const { callsOf } = show(['scripts'])
  expect(await screen.findByText('1 of the last 2 failed')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  expect(callsOf('OpenFailures')).toEqual([])
})
