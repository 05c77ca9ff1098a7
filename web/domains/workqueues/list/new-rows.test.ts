import { afterEach, describe, expect, it } from 'vitest'
import { endHold, heldList, hold, isTouched, letIn, listKey, waits } from './new-rows.ts'

const variables = { appId: 'a1', page: 1, perPage: 10, root: true }
const list = listKey(variables)
const waiting = () => heldList.get().ids
afterEach(() => heldList.set({ list: null, ids: [] }))

it.each(['pointer', 'focus', 'selected', 'scrolled', 'stale'] as const)(
  'new rows wait while a list is %s',
  (touch) => {
    const untouched = { pointer: false, focus: false, selected: false, scrolled: false, stale: false }
    expect(isTouched(untouched)).toBe(false)
    expect(isTouched({ ...untouched, [touch]: true })).toBe(true)
  },
)

it('a page is the same whichever empty filters are left out, and another with another filter', () => {
  const same = { ...variables, status: [], tags: null, createdAfter: null, parentId: undefined }
  expect(listKey(same)).toBe(list)
  for (const other of [
    { page: 2 },
    { perPage: 25 },
    { status: ['failed'] },
    { root: false },
    { parentId: 'w1' },
  ])
    expect(listKey({ ...variables, ...other })).not.toBe(list)
})

describe('a new row', () => {
  it('enters a list that is not touched', () => {
    hold(list, false)
    expect(waits(variables, 'w1')).toBe(false)
  })

  it('waits while the list is touched, and is counted once', () => {
    hold(list, true)
    expect(waits(variables, 'w1')).toBe(true)
    expect(waits(variables, 'w1')).toBe(true)
    expect(waits(variables, 'w2')).toBe(true)
    expect(waiting()).toEqual(['w1', 'w2'])
  })

  it('waits with the others when the list is left, and enters at once when none waits', () => {
    hold(list, true)
    waits(variables, 'w1')
    hold(list, false)
    expect(waits(variables, 'w2')).toBe(true)
    letIn(list, false)
    expect([waits(variables, 'w3'), waiting()]).toEqual([false, []])
    hold(list, true)
    hold(list, false)
    expect(waits(variables, 'w4')).toBe(false)
  })

  it('enters every other list', () => {
    hold(list, true)
    expect(waits({ ...variables, status: ['failed'] }, 'w1')).toBe(false)
  })
})

it('after the waiting rows were let in, a list that is still touched holds the next ones', () => {
  hold(list, true)
  waits(variables, 'w1')
  letIn(list, true)
  expect(waiting()).toEqual([])
  expect(waits(variables, 'w2')).toBe(true)
})

it('another list begins without waiting rows', () => {
  hold(list, true)
  waits(variables, 'w1')
  hold('another', true)
  expect(heldList.get()).toEqual({ list: 'another', ids: [] })
  endHold(list)
  expect(heldList.get().list).toBe('another')
  endHold('another')
  expect(heldList.get().list).toBeNull()
})
