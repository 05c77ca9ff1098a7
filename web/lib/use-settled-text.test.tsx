import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSettledText } from './use-settled-text.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function show() {
  const settled: string[] = []
  const hook = renderHook(({ text }) => useSettledText(text, (next) => settled.push(next)), {
    initialProps: { text: '' },
  })
  return {
    settled,
    from: (text: string) => hook.rerender({ text }),
    typed: () => hook.result.current[0],
    type: (text: string) => void act(() => hook.result.current[1](text)),
    wait: () => void act(() => vi.advanceTimersByTime(250)),
  }
}

it('settles after a pause, and keeps what is typed until the settled text comes back', () => {
  const field = show()
  field.type('n')
  field.type('ni')
  field.wait()
  expect(field.settled).toEqual(['ni'])
  field.type('nig')
  field.from('ni')
  expect(field.typed()).toBe('nig')
  field.wait()
  expect(field.settled).toEqual(['ni', 'nig'])
})

it('keeps what is typed when several settled texts come back late, also when the first is skipped', () => {
  const field = show()
  for (const text of ['ni', 'nigh', 'night']) {
    field.type(text)
    field.wait()
  }
  field.type('nightl')
  field.from('nigh')
  expect(field.typed()).toBe('nightl')
  field.from('night')
  expect(field.typed()).toBe('nightl')
})

it('settles what was typed back before the settled text came', () => {
  const field = show()
  field.type('ni')
  field.wait()
  field.type('')
  field.wait()
  expect(field.settled).toEqual(['ni', ''])
  field.from('ni')
  field.from('')
  expect(field.typed()).toBe('')
})

it('is replaced by a text from outside', () => {
  const field = show()
  field.type('ni')
  field.wait()
  field.from('ni')
  field.from('')
  expect(field.typed()).toBe('')
  field.wait()
  expect(field.settled).toEqual(['ni'])
})
