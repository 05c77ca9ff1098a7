import { render, screen } from '@testing-library/react'
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
