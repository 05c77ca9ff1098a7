import { expect, it } from 'vitest'
import { createAttempts } from './attempts.ts'

function attempts(max = 2, maxKeys = 100) {
  let time = 0
  const clock = { now: () => time, monotonic: () => time }
  const pass = (milliseconds: number) => void (time += milliseconds)
  return { ...createAttempts({ max, windowMs: 1000, maxKeys, clock }), pass }
}

it('allows the maximum within a window, and again in the next one', () => {
  const { begin, pass } = attempts()
  expect([begin('a'), begin('a'), begin('a')].map(({ allowed }) => allowed)).toEqual([true, true, false])
  expect(begin('b').allowed).toBe(true)
  pass(999)
  expect(begin('a')).toMatchObject({ allowed: false, waitMs: 1 })
  pass(1)
  expect(begin('a')).toMatchObject({ allowed: true, waitMs: 1000 })
})

it('an attempt that is taken back does not count, also after its window', () => {
  const { begin, pass } = attempts(1)
  const first = begin('a')
  first.takeBack()
  const second = begin('a')
  expect(second.allowed).toBe(true)
  pass(1000)
  expect(begin('a').allowed).toBe(true)
  second.takeBack()
  expect(begin('a').allowed).toBe(false)
})

it('keeps a bounded number of keys, those of the newest windows', () => {
  const { begin } = attempts(1, 2)
  for (const key of ['a', 'b', 'c']) begin(key)
  expect(['c', 'b', 'a'].map((key) => begin(key).allowed)).toEqual([false, false, true])
})
