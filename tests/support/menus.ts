import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/**
 * Chooses an entry of the open menu by the keyboard; each key waits for the one before it. A click on an entry does
 * nothing in jsdom until a pointer has moved over it.
 */
export async function chooseFromMenu(role: 'menuitem' | 'menuitemradio', name: string): Promise<void> {
  const item = await screen.findByRole(role, { name, hidden: false })
  const menu = item.closest('[role=menu]')!
  const highlighted = () => menu.querySelector('[data-highlighted]')
  while (highlighted() !== item) {
    const before = highlighted()
    fireEvent.keyDown(menu, { key: 'ArrowDown' })
    await waitFor(() => expect(highlighted()).not.toBe(before))
  }
  fireEvent.keyDown(menu, { key: 'Enter' })
}
