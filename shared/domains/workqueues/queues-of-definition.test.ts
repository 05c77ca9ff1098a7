import { expect, it } from 'vitest'
import { addedQueues, unpolledOf, unpolledText } from './queues-of-definition.ts'

it('says in one sentence which queues no worker polls', () => {
  const queues = ['a', 'b', 'c', 'd', 'e'].map((alias) => ({ type: 'task.a.b', alias }))
  expect(unpolledText([])).toEqual([])
  expect(unpolledText(queues.slice(0, 1))).toEqual([
    'No worker polls task.a.b · a: tasks wait there until one does.',
  ])
  expect(unpolledText(queues)[0]).toMatch(
    /^No worker polls task.a.b · a, task.a.b · b, task.a.b · c and 2 more:/,
  )
  expect(unpolledText(queues.slice(0, 4))[0]).toMatch(/task.a.b · c and task.a.b · d:/)
})

it('finds the queues that an edit adds, without built-in types', () => {
  const of = (...tasks: object[]) => ({ tasks })
  const task = { type: 'task.a.b' }
  expect(
    addedQueues(of(task), of(task, { ...task, alias: 'edge' }, { type: 'task.workforce.noop' })),
  ).toEqual([{ type: 'task.a.b', alias: 'edge' }])
  expect(addedQueues(of(task), of({ ...task, alias: 'default' }))).toEqual([])
  for (const odd of [null, 1, {}, { tasks: 1 }, { tasks: [null, 1, { type: 2 }] }])
    expect(addedQueues(odd, odd)).toEqual([])
})

it('says that a queue is not polled when it has no poller or is not known, never when that is not told', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((alias) => ({ type: 'task.a.b', alias }))
  const known = [
    { ...a!, polling: 0 },
    { ...b!, polling: 2 },
    { ...c!, polling: null },
  ]
  expect(unpolledOf([a!, b!, c!, { type: 'task.a.c', alias: 'a' }], known)).toEqual([
    a,
    { type: 'task.a.c', alias: 'a' },
  ])
})
