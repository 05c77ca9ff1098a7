import { expect, test } from 'vitest'
import { lineOf } from './queue-row.ts'

const rows = (...counts: number[]) =>
  counts.map((count, index) => ({ type: 't', alias: 'a', at: new Date(index * 1000), count }))

test('a line tells what is before the tasks of each moment', () => {
  expect(lineOf([])).toEqual([])
  expect(lineOf(rows(3, 1, 2)).map(({ before }) => before)).toEqual([0, 3, 4])
})

test('of a long line some places are answered, the first and the last among them', () => {
  const places = lineOf(rows(...Array.from({ length: 400 }, () => 1)))
  expect(places).toHaveLength(50)
  expect([places[0]!.before, places.at(-1)!.before]).toEqual([0, 399])
  expect(places.map(({ before }) => before)).toEqual(
    places.map(({ before }) => before).toSorted((a, b) => a - b),
  )
})

test('a line that is longer than what is counted ends at that number', () => {
  expect(lineOf(rows(900, 101)).map(({ before }) => before)).toEqual([0, 900, 1000])
})
