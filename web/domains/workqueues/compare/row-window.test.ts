import { expect, test } from 'vitest'
import { firstRows, WINDOW, windowAround, windowIn, withEarlier, withLater } from './row-window.ts'

test('a row in the window or soon after it keeps what is rendered; one far away has a window of its own', () => {
  expect(windowAround(firstRows, 0)).toBe(firstRows)
  expect(windowAround(firstRows, WINDOW)).toEqual({ from: 0, to: 2 * WINDOW })
  const far = windowAround(firstRows, 4800)
  expect(far).toEqual({ from: 4790, to: 4790 + WINDOW })
  expect(windowAround(far, 4801)).toBe(far)
  expect(windowAround(far, 3)).toEqual(firstRows)
  expect(windowAround(far, 200)).toEqual({ from: 190, to: 190 + WINDOW })
})

test('more rows are added before and after, not beyond the list', () => {
  const far = windowAround(firstRows, 130)
  expect(far).toEqual({ from: 120, to: 180 })
  expect(withEarlier(far)).toEqual({ from: 60, to: 180 })
  expect(withEarlier(withEarlier(withEarlier(far)))).toEqual({ from: 0, to: 180 })
  expect(windowIn(withLater(far), 200)).toEqual({ from: 120, to: 200 })
})

test('a list that became shorter than the window begins again', () => {
  expect(windowIn(windowAround(firstRows, 4800), 12)).toEqual({ from: 0, to: 12 })
  expect(windowIn(firstRows, 0)).toEqual({ from: 0, to: 0 })
})
