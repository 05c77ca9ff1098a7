import { expect, it } from 'vitest'
import { restartText } from './receipt-text.ts'

const refusal = (status: string) => ({ error: `The task is ${status}: only a failed task can be restarted` })
const receipt = (total: number, ...refused: { error: string }[]) => ({
  total,
  done: total - refused.length,
  failed: refused.length,
  refused,
})

it.each([
  [receipt(4), '4 of 4 restarted'],
  [receipt(4, refusal('started')), '3 of 4 restarted, 1 already runs'],
  [receipt(4, refusal('started'), refusal('queued')), '2 of 4 restarted, 2 already run'],
  [
    receipt(4, refusal('ended'), refusal('started')),
    '2 of 4 restarted, 1 has ended meanwhile, 1 already runs',
  ],
  [
    receipt(4, { error: 'The workqueue is cancelled: its tasks cannot be restarted' }, refusal('retry')),
    '2 of 4 restarted, 1 already runs, 1 refused: The workqueue is cancelled: its tasks cannot be restarted',
  ],
  [
    { total: 1500, done: 1100, failed: 400, refused: [refusal('started')] },
    '1,100 of 1,500 restarted, 1 already runs, 399 refused',
  ],
])('%o in words: %s', (result, text) => expect(restartText(result)).toBe(text))
