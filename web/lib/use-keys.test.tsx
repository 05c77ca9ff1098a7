import { render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { useKeys } from './use-keys.ts'

const pressed = vi.fn()

function Page({ children }: { children?: React.ReactNode }) {
  useKeys({ n: () => pressed('n'), Escape: () => pressed('Escape') })
  return (
    <>
      <input aria-label="text" />
      <input type="checkbox" />
      {children}
    </>
  )
}

it('act on the page, not in a text field, with a modifier or below a dialog', async () => {
  const { rerender } = render(<Page />)
  await userEvent.keyboard('n')
  expect(pressed.mock.calls).toEqual([['n']])
  await userEvent.keyboard('{Control>}n{/Control}x')
  await userEvent.type(screen.getByRole('textbox'), 'n')
  expect(pressed).toHaveBeenCalledTimes(1)
  screen.getByRole('checkbox').focus()
  await userEvent.keyboard('{Escape}')
  expect(pressed).toHaveBeenLastCalledWith('Escape')
  rerender(
    <Page>
      <div role="dialog" aria-modal="true" />
    </Page>,
  )
  await userEvent.keyboard('n')
  expect(pressed).toHaveBeenCalledTimes(2)
})

it('end with their page', async () => {
  pressed.mockClear()
  render(<Page />).unmount()
  await userEvent.keyboard('n')
  expect(pressed).not.toHaveBeenCalled()
})

function Sequences() {
  useKeys({ 'g a': () => pressed('g a'), 'g g': () => pressed('g g') })
  // A key of the page does not act as the second one of a sequence.
  useKeys({ a: () => pressed('a'), x: () => pressed('x') })
  return <input aria-label="text" />
}

it('follow each other within a second as a sequence', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  pressed.mockClear()
  render(<Sequences />)
  const keyboard = userEvent.setup({ delay: null })
  await keyboard.keyboard('ga')
  expect(pressed.mock.calls).toEqual([['g a']])
  await keyboard.keyboard('gg')
  expect(pressed.mock.calls.at(-1)).toEqual(['g g'])
  await keyboard.keyboard('a')
  expect(pressed.mock.calls.at(-1)).toEqual(['a'])
  await keyboard.keyboard('gx')
  expect(pressed).toHaveBeenCalledTimes(3)
  await keyboard.keyboard('g')
  vi.advanceTimersByTime(1001)
  await keyboard.keyboard('x')
  expect(pressed.mock.calls.at(-1)).toEqual(['x'])
  await keyboard.type(screen.getByRole('textbox'), 'ga')
  expect(pressed).toHaveBeenCalledTimes(4)
  vi.useRealTimers()
})

function Step({ count }: { count: number }) {
  useKeys({ s: () => pressed(count) })
  return null
}

/** Presses a key at each change of the document, before passive effects. */
function PressedAtOnce({ count }: { count: number }) {
  useLayoutEffect(() => {
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 's' }))
  })
  return <Step count={count} />
}

it('are those of the screen as soon as it is seen', () => {
  pressed.mockClear()
  const { rerender } = render(<PressedAtOnce count={1} />)
  rerender(<PressedAtOnce count={2} />)
  expect(pressed.mock.calls).toEqual([[1], [2]])
})
