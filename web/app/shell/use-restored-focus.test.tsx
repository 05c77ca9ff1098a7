import { render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, it, vi } from 'vitest'
import { useRestoredFocus } from './use-restored-focus.ts'

function Page({ shown = true, enabled = true }: { shown?: boolean; enabled?: boolean }) {
  const main = useRef<HTMLElement>(null)
  useRestoredFocus(main)
  return (
    <main ref={main}>
      <section aria-label="Panel">
        <button>Stays</button>
        {shown && <button disabled={!enabled}>Goes</button>}
      </section>
    </main>
  )
}

const goes = () => screen.getByRole('button', { name: 'Goes' })
const panel = () => screen.getByRole('region', { name: 'Panel' })

it('moves the focus of a removed element to the nearest part of the page that contained it', async () => {
  const { rerender } = render(<Page />)
  goes().focus()
  rerender(<Page shown={false} />)
  await vi.waitFor(() => expect(document.activeElement).toBe(panel()))
})

it('returns the focus to an element that is enabled again, unless the user has clicked elsewhere', async () => {
  const { rerender } = render(<Page />)
  goes().focus()
  rerender(<Page enabled={false} />)
  goes().blur()
  rerender(<Page />)
  await vi.waitFor(() => expect(document.activeElement).toBe(goes()))
  rerender(<Page enabled={false} />)
  goes().blur()
  panel().dispatchEvent(new Event('pointerdown', { bubbles: true }))
  rerender(<Page />)
  rerender(<Page shown={false} />)
  // An observer that is registered later is called after the one of the hook.
  await new Promise((resolve) => {
    new MutationObserver(resolve).observe(document.body, { subtree: true, childList: true })
    rerender(<Page />)
  })
  expect(document.activeElement).toBe(document.body)
})
