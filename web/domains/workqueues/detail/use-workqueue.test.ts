import { describe, expect, it } from 'vitest'
import { mergeWorkqueue } from './use-workqueue.ts'
import { moment, run, task } from './test-bed.tsx'

const ended = task('load', { status: 'ended', attempt: 1, started: moment(1), ended: moment(9) })

describe('mergeWorkqueue', () => {
  it('keeps a task whose answer is older, and its identity', () => {
    const late = task('load', { status: 'started', attempt: 1, started: moment(1) })
    expect(mergeWorkqueue(run({ tasks: [ended] }), run({ tasks: [late] })).tasks[0]).toBe(ended)
  })
  it('takes a newer attempt', () => {
    const again = task('load', { status: 'started', attempt: 2, started: moment(20) })
    expect(mergeWorkqueue(run({ tasks: [ended] }), run({ tasks: [again] })).tasks[0]).toBe(again)
  })
  it('keeps the end of a workqueue while all its tasks have ended', () => {
    const tasks = [ended]
    const completed = run({ status: 'completed', ended: moment(9), tasks })
    expect(mergeWorkqueue(completed, run({ tasks }))).toMatchObject({ status: 'completed', ended: moment(9) })
  })
  it('reopens the workqueue when a task has been restarted', () => {
    const failed = task('load', { status: 'failed', attempt: 1, ended: moment(9) })
    const queued = task('load', { status: 'queued', attempt: 1, queued: moment(20) })
    const known = run({ status: 'failed', ended: moment(9), tasks: [failed] })
    expect(mergeWorkqueue(known, run({ tasks: [queued] }))).toMatchObject({ status: 'started', ended: null })
  })
  it('keeps a cancelled run cancelled', () => {
    const cancelled = run({ status: 'cancelled', ended: moment(9) })
    expect(mergeWorkqueue(cancelled, run()).status).toBe('cancelled')
  })
  it('takes another workqueue unchanged', () => {
    const other = run({ id: 'w2', tasks: [task('load')] })
    expect(mergeWorkqueue(run({ tasks: [ended] }), other)).toBe(other)
  })
})
