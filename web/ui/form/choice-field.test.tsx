import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderThemed } from '#tests/support/render.tsx'
import { ChoiceField } from './choice-field.tsx'

const choices = [
  { value: 'a1', label: 'Billing' },
  { value: 'a2', label: 'Data warehouse' },
  { value: 'a3', label: 'Warehouse robots' },
]

it('marks the first hit of what is typed, and Enter chooses it', async () => {
  const onChange = vi.fn()
  renderThemed(<ChoiceField label="Application" choices={choices} value={null} onChange={onChange} />)
  const field = screen.getByRole('combobox', { name: 'Application' })
  await userEvent.click(field)
  await userEvent.paste('ware')
  const hit = await screen.findByRole('option', { name: 'Data warehouse' })
  await vi.waitFor(() => expect(hit.hasAttribute('data-highlighted')).toBe(true))
  await userEvent.keyboard('{Enter}')
  expect(onChange.mock.calls).toEqual([['a2']])
})

it('chooses nothing by Enter where nothing is found', async () => {
  const onChange = vi.fn()
  renderThemed(<ChoiceField label="Application" choices={choices} value={null} onChange={onChange} />)
  await userEvent.type(screen.getByRole('combobox', { name: 'Application' }), 'none{Enter}')
  expect(onChange).not.toHaveBeenCalled()
})

it('the button that clears is as high as the field, in which the one that opens is centred', () => {
  renderThemed(<ChoiceField label="Application" choices={choices} value="a1" onChange={vi.fn()} />)
  const { height } = getComputedStyle(screen.getByRole('button', { name: 'Clear Application' }))
  expect(height).toBe('var(--wc-sizes-full)')
})
