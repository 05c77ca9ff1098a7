import { expect, it } from 'vitest'
import { sampleDefinition } from '#shared/domains/workqueues/sample.ts'
import { formatJson } from '#web/lib/json-text.ts'
import { planGraphData } from './plan-graph-data.ts'

it('has the tasks in the order of the workflow, without states', () => {
  const { tasks } = sampleDefinition
  const picture = planGraphData(formatJson({ tasks: tasks.toReversed(), errorTasks: ['answer', 1] }))
  expect(picture?.tasks.map(({ id, status, depends }) => [id, status, depends])).toEqual([
    ['greet', '', []],
    ['wait', '', ['greet']],
    ['answer', '', ['wait']],
  ])
  expect(picture?.errorTasks).toEqual(['answer'])
})

it('has the valid parts of a plan with faults, and is null for a text that is not JSON', () => {
  expect(planGraphData('{ "tasks": [')).toBeNull()
  for (const text of ['{}', '[]', '1', 'null', '{"tasks": {"a": 1}}'])
    expect(planGraphData(text)).toEqual({ tasks: [], errorTasks: [] })
  const tasks = [null, 1, { name: 2 }, { name: 'a', depends: 'b' }, { name: 'a', type: 'x' }]
  expect(planGraphData(JSON.stringify({ tasks }))?.tasks).toMatchObject([{ id: 'a', depends: [], type: '' }])
})
