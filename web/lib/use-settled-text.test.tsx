import { act, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { startTransition, Suspense, use, useState } from 'react'
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

it('keeps a key that is typed while a transition to the settled text has been rendered and not shown', async () => {
  let ready = (_nothing: null) => {}
  const waiting = new Promise<null>((resolve) => (ready = resolve))
  let setText = (_text: string) => {}
  function Field({ text }: { text: string }) {
    const [typed, setTyped] = useSettledText(text, (next) => startTransition(() => setText(next)))
    return <input value={typed} onChange={(event) => setTyped(event.target.value)} />
  }
  const Slow = ({ text }: { text: string }) => (text === '' ? null : use(waiting))
  function Page() {
    const [text, change] = useState('')
    setText = change
    return (
      <Suspense>
        <Field text={text} />
        <Slow text={text} />
      </Suspense>
    )
  }
  render(<Page />)
  const field = screen.getByRole<HTMLInputElement>('textbox')
  fireEvent.change(field, { target: { value: 'ni' } })
  act(() => vi.advanceTimersByTime(250))
  fireEvent.change(field, { target: { value: 'nig' } })
  expect(field.value).toBe('nig')
  await act(async () => ready(null))
  expect(field.value).toBe('nig')
})
