import { expect, it, test } from 'vitest'
import { controlsOf } from '#shared/domains/tasks/control.ts'
import type { TaskDetail } from '#web/domains/tasks/task.ts'
import { effectOfEnd, effectOfRestart } from './effect.ts'

const task = (name: string, status: string, depends: string[] = []) =>
  ({ id: name, name, status, depends, continueOnError: false }) as unknown as TaskDetail

const failed = task('Charge', 'failed')
const run = [failed, task('Mail', 'notstarted', ['Charge']), task('Book', 'notstarted', ['Mail'])]

it('says how many tasks go on after the last failure of a run', () => {
  expect(effectOfEnd(failed, run, 'failed').text).toBe('The workqueue goes on. 2 tasks after it can go on.')
  expect(effectOfEnd(failed, [failed], 'failed').text).toBe('The workqueue goes on. No task waits for it.')
})

it('says what keeps the run failed', () => {
  const tasks = [...run, task('Load', 'failed'), task('Sort', 'failed')]
  expect(effectOfEnd(failed, tasks, 'failed').text).toBe(
    'The workqueue stays failed: Load and 1 more failed too.',
  )
})

it('a restart with what comes after it is blocked while one of those runs', () => {
  const ended = task('Charge', 'ended')
  const after = (status: string) => [ended, task('Mail', status, ['Charge'])]
  expect(effectOfRestart(ended, after('ended'))).toMatchObject({ blocked: false })
  expect(effectOfRestart(ended, after('ended')).text).toMatch(/^It and 1 task after it run again\./)
  expect(effectOfRestart(ended, after('started'))).toEqual({
    text: 'Mail, which comes after it, still runs: wait until it has ended.',
    blocked: true,
  })
})

test.each<[string, string | null, string, string[]]>([
  ['failed', null, 'failed', ['from', 'complete', 'skip']],
  ['retry', null, 'started', ['now', 'complete', 'skip']],
  ['queued', null, 'started', ['complete', 'skip']],
  ['ended', null, 'completed', ['from']],
  ['skipped', 'Skipped by ana: not needed', 'completed', ['from']],
  ['skipped', null, 'completed', []],
  ['started', null, 'started', []],
  ['notstarted', null, 'started', []],
  ['failed', null, 'cancelled', []],
])('a task that is %s (%s) in a run that is %s', (status, reason, runStatus, acts) => {
  expect(controlsOf({ status, reason }, runStatus)).toEqual(acts)
})
