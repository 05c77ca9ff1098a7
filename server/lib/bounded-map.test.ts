import { expect, test } from 'vitest'
import { BoundedMap } from './bounded-map.ts'

test('drops the oldest entry beyond its bound', () => {
  const map = new BoundedMap<string, number>(2).set('a', 1).set('b', 2).set('c', 3)
  expect([...map]).toEqual([
    ['b', 2],
    ['c', 3],
  ])
})

test('a key that is set again becomes the newest, and no other is dropped for it', () => {
  const map = new BoundedMap<string, number>(2).set('a', 1).set('b', 2).set('a', 3)
  expect([...map]).toEqual([
    ['b', 2],
    ['a', 3],
  ])
  expect([...map.set('c', 4).keys()]).toEqual(['a', 'c'])
})
