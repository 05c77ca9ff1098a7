import { expect, it } from 'vitest'
import { joinedSentence, sameCauseCount, withoutSameCause } from './same-cause.ts'

const item = (kind: string, type: string | null, alias: string | null = 'big') => ({
  kind,
  links: { type, alias },
  sentence: `${kind} ${type}`,
})
const nobody = item('queueNobody', 'task.load')
const idle = item('deploymentIdle', 'task.load')

it('a deployment that does not poll is part of the item of its queue, in any order', () => {
  for (const items of [
    [nobody, idle],
    [idle, nobody],
  ]) {
    expect(withoutSameCause(items)).toEqual([nobody])
    expect(sameCauseCount(items)).toBe(1)
    expect(joinedSentence(nobody, items)).toBe('deploymentIdle task.load')
  }
})

it('of a queue that names its deployment nothing is added', () => {
  const named = { ...nobody, links: { ...nobody.links, deploymentId: 'd1' } }
  expect(withoutSameCause([named, idle])).toEqual([named])
  expect(joinedSentence(named, [named, idle])).toBeNull()
})

it.each([
  ['another alias', item('deploymentIdle', 'task.load', 'small')],
  ['another type', item('deploymentIdle', 'task.send')],
  ['no queue', item('deploymentIdle', null)],
  ['another kind', item('keyExpires', 'task.load')],
])('one of %s stays', (_name, other) => {
  expect(withoutSameCause([nobody, other])).toEqual([nobody, other])
  expect(joinedSentence(nobody, [nobody, other])).toBeNull()
})

it('without an item of the queue the deployment has its own, also beside one that names no queue', () => {
  const unnamed = item('queueNobody', null, null)
  const lost = item('deploymentIdle', null, null)
  expect(withoutSameCause([idle, item('queueStalled', 'task.load')])).toHaveLength(2)
  expect(joinedSentence(unnamed, [unnamed, lost])).toBeNull()
})
