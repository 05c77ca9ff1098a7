import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useDraft } from './use-draft.ts'

const first = { name: 'Pdf', description: 'Renders' }

function start() {
  return renderHook(({ stored, version }) => useDraft(stored, version), {
    initialProps: { stored: first, version: 1 },
  })
}

it('follows the stored values as long as nothing is changed', () => {
  const { result, rerender } = start()
  expect(result.current).toMatchObject({ values: first, version: 1, dirty: false })
  const theirs = { ...first, description: 'Theirs' }
  rerender({ stored: theirs, version: 2 })
  expect(result.current).toMatchObject({ values: theirs, version: 2, dirty: false })
})

it('keeps an edit and its base version when newer values are read', () => {
  const { result, rerender } = start()
  act(() => result.current.change({ name: 'Mine' }))
  rerender({ stored: { ...first, description: 'Theirs' }, version: 2 })
  act(() => result.current.change({ name: 'Mine too' }))
  expect(result.current).toMatchObject({
    values: { name: 'Mine too', description: 'Renders' },
    version: 1,
    dirty: true,
  })
  act(() => result.current.reset())
  expect(result.current).toMatchObject({ values: { description: 'Theirs' }, version: 2, dirty: false })
})

it('is no longer an edit once all values are equal to the stored ones', () => {
  const { result } = start()
  act(() => result.current.change({ name: 'Mine' }))
  expect(result.current.dirty).toBe(true)
  act(() => result.current.change({ name: 'Pdf' }))
  expect(result.current.dirty).toBe(false)
})
