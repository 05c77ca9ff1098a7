import { expect, it } from 'vitest'
import type { ShareHolder } from '../lib/shares.ts'
import { Line, type Place } from './line.ts'

const limits = {
  slowMs: 5_000,
  slowBytesPerSecond: 1024,
  graceMs: 1_000,
  waitingPerCaller: 3,
  waitingCalls: 5,
}
const bounds = { total: 4, caller: 2, address: 3, kinds: { signIn: 1, live: 3 } }

function createLine() {
  const served: string[] = []
  const line = new Line({ bounds, limits, onFull() {}, onSlow() {} })
  const enter = (name: string, kind: ShareHolder['kind'] = 'api', caller = name.charAt(0)): Place => {
    const place = line.enter({ kind, caller, address: '' }, () => served.push(name))
    if (place.served) served.push(name)
    return place
  }
  return { line, served, enter }
}

it('serves callers in turn, each within its share', () => {
  const { served, enter, line } = createLine()
  const first = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3', 'c1'].map((name) => enter(name))
  expect([served, line.length]).toEqual([['a1', 'a2', 'b1', 'b2'], 4])
  first[0]?.leave()
  first[1]?.leave()
  expect(served.slice(4)).toEqual(['a3', 'c1'])
  // No connection is free for another caller, and a4 has not had its turn.
  first[4]?.leave()
  expect(served.slice(6)).toEqual(['b3'])
  for (const place of first) place.leave()
  expect([line.length, served.at(-1)]).toEqual([0, 'a4'])
})

it('a kind of request that has its part does not delay another kind', () => {
  const { served, enter } = createLine()
  const signIns = ['x', 'y', 'z'].map((name) => enter(name, 'signIn'))
  enter('a')
  expect(served).toEqual(['x', 'a'])
  signIns[0]?.leave()
  signIns[2]?.leave()
  expect(served).toEqual(['x', 'a', 'y'])
})

it('refuses a request beyond the line of its caller or its kind, and tells one that waited too long why', () => {
  const { enter } = createLine()
  for (const name of ['a1', 'a2', 'a3', 'a4']) enter(name)
  const last = enter('a5')
  expect(() => enter('a6')).toThrow('Too many calls at once from this caller, try again in a second')
  expect(last.refusal()).toMatchObject({ statusCode: 429, retryAfter: 1 })
  enter('b1')
  enter('b2')
  for (const name of ['c1', 'd1']) expect(enter(name).refusal()).toBeUndefined()
  expect(() => enter('e1')).toThrow('The console has too much to do, try again')
})

it('starts all that wait when it is closed, so that they fail with the connections', () => {
  const { line, served, enter } = createLine()
  for (const name of ['a1', 'a2', 'a3', 'a4']) enter(name)
  line.close()
  expect([served, line.length]).toEqual([['a1', 'a2', 'a3', 'a4'], 0])
})
