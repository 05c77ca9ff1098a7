import { expect, it } from 'vitest'
import type { Cause } from '#shared/domains/tasks/why/facts.ts'
import { otherCauses, shareOfReason } from './other-causes.ts'
import { task } from '../test-bed.tsx'

const cause = (code: Cause['code'], text: string): Cause => ({
  code,
  since: null,
  text,
  short: text,
  action: null,
  parts: [{ text, tone: 'plain' }],
})
const said = (found: ReturnType<typeof otherCauses>) =>
  found.map(({ task: { name }, cause: { parts } }) => [name, parts.map(({ text }) => text).join('')])

it('names a late task and other queues that are not served, each queue once', () => {
  const tasks = [
    task('archive', { status: 'queued', type: 'task.a.load', alias: 'big' }),
    task('archive again', { status: 'queued', type: 'task.a.load', alias: 'big' }),
    task('export', { status: 'started' }),
    task('mail', { status: 'queued', type: 'task.a.mail' }),
  ]
  const [archive, again, late, mail] = tasks.map(({ id }) => id) as [string, string, string, string]
  const causes = new Map([
    [archive, cause('nobody', 'nobody polls load')],
    [again, cause('nobody', 'nobody polls load')],
    [late, cause('late', 'Late: export')],
    [mail, cause('nobody', 'nobody polls mail')],
  ])
  expect(said(otherCauses({ code: 'nobody' }, tasks[0], tasks, causes))).toEqual([
    ['export', 'Late: export'],
    ['mail', 'nobody polls mail'],
  ])
  expect(otherCauses({ code: 'running' }, tasks[0], tasks, causes)).toEqual([])
  expect(otherCauses({ code: 'nobody' }, undefined, tasks, causes)).toEqual([])
})

it('names the failures of other reasons with their share of all, which the sentence of the run counts', () => {
  const failed = (name: string, reason: string) => task(name, { status: 'failed', reason })
  const tasks = [
    failed('shard 1', 'Locked by 41'),
    failed('shard 2', 'Locked by 42'),
    failed('shard 3', 'Out of memory'),
    failed('shard 4', 'Out of memory'),
  ]
  const causes = new Map(
    tasks.map(({ id, name, reason }) => [id, cause('failed', `${name} failed: ${reason}`)]),
  )
  const others = otherCauses({ code: 'failed' }, tasks[0], tasks, causes)
  const sentence = 'shard 3 failed: Out of memory, 2 of the 4 failed tasks'
  expect(said(others)).toEqual([['shard 3', sentence]])
  expect(others[0]?.cause.text).toBe(sentence)
  const own = (of: typeof tasks) =>
    shareOfReason({ code: 'failed' }, of[0], of, causes)
      ?.map(({ text }) => text)
      .join('')
  expect(own(tasks)).toBe('shard 1 failed: Locked by 41, 2 of the 4 failed tasks')
  expect(own(tasks.slice(0, 2))).toBeUndefined()
})
