import { expect, test } from 'vitest'
import { z } from 'zod'
import { task } from '#shared/domains/tasks/contract.ts'
import { why } from '#shared/domains/tasks/why/contract.ts'
import { workqueue, workqueueSummary } from '#shared/domains/workqueues/contract.ts'
import { useAccount } from './account-client.ts'
import { bodyOf, query } from './client.ts'
import { pageOf } from './generic.ts'
import { isOver, noop, runOnce, startRun } from './samples.ts'

/** Fields of the feature `why`; on a platform without it nothing is checked. */
const account = useAccount()
const known = z.object({ features: z.array(z.string()) })

async function explains(): Promise<boolean> {
  const { status, body } = await account().get('capabilities')
  return status === 200 && known.parse(body).features.includes('why')
}

test('a failed run, its tasks and its row in lists say why', async () => {
  if (!(await explains())) return
  const started = await startRun(
    account(),
    [
      noop('Charge', { inputs: { fail: 'Card scheme timed out' }, retry: { max: 1, delayMs: 0, factor: 1 } }),
      noop('Crypto', { condition: { in: ['crypto', { var: 'regions' }] } }),
      noop('Close', { depends: ['Charge'] }),
    ],
    { initialState: { regions: ['EU', 'UK'] } },
  )
  await runOnce(account(), started, isOver)
  const run = bodyOf(await account().get(`workqueues/${started._id}`), workqueue)
  const cause = (name: string) => run.tasks.find((one) => one.name === name)?.why
  const charge = run.tasks.find((one) => one.name === 'Charge')
  expect(run.why).toEqual({
    code: 'failed',
    since: charge?.ended,
    text: 'Charge failed: Card scheme timed out. Attempts 2/2',
    short: 'attempt 2/2 failed',
    action: { kind: 'rerun', label: 'Re Run', taskId: charge?._id },
  })
  expect(cause('Charge')).toEqual(run.why)
  expect(cause('Crypto')?.text).toBe('Skipped: condition false, crypto not in regions (EU, UK)')
  expect(cause('Close')?.text).toBe('Not started: waits for Charge, which failed')
  for (const one of run.tasks) {
    const alone = bodyOf(await account().get(`tasks/${one._id}`), task)
    expect(why.nullable().parse(alone.why)).toEqual(one.why)
  }
  const rows = bodyOf(
    await account().get(`workqueues${query({ appId: run.appId })}`),
    pageOf(workqueueSummary),
  )
  expect(rows.data.find(({ _id }) => _id === run._id)?.why).toEqual(run.why)
})

test('a run that has completed says nothing', async () => {
  if (!(await explains())) return
  const run = await runOnce(account(), await startRun(account(), [noop('a')]), isOver)
  expect([run.status, run.why, run.tasks.map((one) => one.why)]).toEqual(['completed', null, [null]])
})
