import { expect, it } from 'vitest'
import { definition } from './contract.ts'
import { cleanDefinition, type LoadedTask, type LoadedWorkqueue } from './clean.ts'

const task = (over: Partial<LoadedTask> = {}): LoadedTask => ({
  id: 't1',
  name: 'load',
  type: 'task.workforce.noop',
  alias: 'default',
  aliasType: null,
  depends: [],
  condition: null,
  continueOnError: false,
  inputs: {},
  outputs: {},
  retry: { max: 0, delayMs: 1000, factor: 2 },
  timeoutMs: null,
  ...over,
})
const workqueue = (over: Partial<LoadedWorkqueue> = {}): LoadedWorkqueue => ({
  id: 'w1',
  name: 'Nightly',
  description: '',
  tags: [],
  planId: null,
  initialState: {},
  outputsDef: null,
  firstTasks: [],
  errorTasks: [],
  tasks: [task()],
  ...over,
})

it('keeps the name, the tasks and the origin, and drops empty fields', () => {
  expect(cleanDefinition(workqueue())).toEqual({
    name: 'Nightly',
    rerunOf: 'w1',
    tasks: [{ name: 'load', type: 'task.workforce.noop' }],
  })
})

it('keeps everything that a user wrote', () => {
  const written = {
    alias: 'eu',
    aliasType: 'edge',
    condition: { in: ['a', { var: 'list' }] },
    continueOnError: true,
    inputs: { ms: 5, empty: null },
    outputs: { total: '$state.total' },
    retry: { max: 3, delayMs: 1000, factor: 2 },
    timeoutMs: 9000,
    expectedMs: 1000,
    deadlineMs: 2000,
    onDeadline: 'tell',
  }
  const cleaned = cleanDefinition(
    workqueue({
      description: 'lot 1',
      tags: ['eu'],
      planId: 'p1',
      initialState: { lot: 1 },
      outputsDef: { total: '$state.total' },
      firstTasks: ['load'],
      errorTasks: ['load'],
      expectedMs: 5,
      deadlineMs: 6,
      onDeadline: 'fail',
      tasks: [task(written)],
    }),
  )
  expect(cleaned).toEqual({
    name: 'Nightly',
    description: 'lot 1',
    tags: ['eu'],
    planId: 'p1',
    rerunOf: 'w1',
    initialState: { lot: 1 },
    outputsDef: { total: '$state.total' },
    firstTasks: ['load'],
    errorTasks: ['load'],
    expectedMs: 5,
    deadlineMs: 6,
    onDeadline: 'fail',
    tasks: [{ name: 'load', type: 'task.workforce.noop', ...written }],
  })
})

it('maps dependencies by id to names and keeps names', () => {
  const cleaned = cleanDefinition(
    workqueue({ tasks: [task(), task({ id: 't2', name: 'save', depends: ['t1', 'load'] })] }),
  )
  expect(cleaned.tasks).toMatchObject([{ name: 'load' }, { name: 'save', depends: ['load', 'load'] }])
})

it('drops what a run has added; the result is a valid definition', () => {
  const run = {
    ...workqueue(),
    status: 'failed',
    created: '2026-03-01T10:00:00Z',
    state: { a: 1 },
    tasks: [{ ...task(), status: 'failed', attempt: 2, reason: 'x', progress: 1 }],
  }
  const cleaned = cleanDefinition(run)
  expect(JSON.stringify(cleaned)).not.toMatch(/status|attempt|reason|progress|"state"|created/)
  expect(definition.parse(cleaned)).toMatchObject({ name: 'Nightly', rerunOf: 'w1' })
})

it('keeps an empty list of tasks, which the definition check must see', () => {
  expect(cleanDefinition(workqueue({ tasks: [] }))).toMatchObject({ tasks: [] })
})
