import { act, fireEvent, render } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { usePaletteKey } from '../shell/use-palette-key.ts'
import { paletteAsked, takeTypedAhead } from './typed-ahead.ts'

const isOpen = vi.fn()

function Page() {
  const [open, setOpen] = useState(false)
  usePaletteKey(open, () => setOpen(!open))
  isOpen(open)
  return null
}

const press = (key: string, keys: object = {}) => fireEvent.keyDown(document.body, { key, ...keys })

it('keeps what is typed until the field has the focus, and the page gets none of it', () => {
  const pageKey = vi.fn()
  document.body.addEventListener('keydown', ({ key }) => pageKey(key))
  render(<Page />)
  press('k', { ctrlKey: true })
  // Without the text kept, `g a` would lead to another page and the palette would search for the rest.
  for (const key of ['g', 'a', 'x', 'Backspace', 'Shift']) press(key)
  expect(takeTypedAhead()).toBe('ga')
  press('g')
  expect(pageKey.mock.calls.flat()).toEqual(['Shift', 'g'])
  expect(takeTypedAhead()).toBe('')
})

it('opens with the text that a part of the page asks for', () => {
  render(<Page />)
  act(() => paletteAsked.raise('77ea3e'))
  expect(isOpen).toHaveBeenLastCalledWith(true)
  expect(takeTypedAhead()).toBe('77ea3e')
})

it('opens empty after a text was asked for where no palette was there', () => {
  paletteAsked.raise('77ea3e')
  render(<Page />)
  press('k', { ctrlKey: true })
  expect(takeTypedAhead()).toBe('')
})

it('leaves the keys to the page once the palette is closed', () => {
  const pageKey = vi.fn()
  document.body.addEventListener('keydown', ({ key }) => pageKey(key))
  render(<Page />)
  press('k', { ctrlKey: true })
  press('k', { ctrlKey: true })
  press('g')
  expect(pageKey).toHaveBeenLastCalledWith('g')
})
