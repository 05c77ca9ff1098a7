import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderThemed } from '#tests/support/render.tsx'
import { LiveMark } from '#web/realtime/live-mark.tsx'
import { ReadTime } from './read-time.tsx'
import { StaleNote } from './stale-note.tsx'

const READ = Date.now()
const onReadAgain = vi.fn()

afterEach(() => onReadAgain.mockReset())

it.each([
  ['of a live page', <LiveMark key="mark" listening failing readAt={READ} onReadAgain={onReadAgain} />],
  ['of a page that is read', <ReadTime key="mark" failing readAt={READ} onReadAgain={onReadAgain} />],
  ['of a part of a page', <StaleNote key="mark" failing readAt={READ} onReadAgain={onReadAgain} />],
])('the mark %s says since when it is old, beside the button that reads it', (_, mark) => {
  renderThemed(mark)
  expect(screen.getByRole('status').textContent).toMatch(/^stale, read \d\d:\d\d:\d\d$/i)
  screen.getByRole('button', { name: 'Read again' }).click()
  expect(onReadAgain).toHaveBeenCalledOnce()
})

it('a moment that becomes old keeps the focus of its button', () => {
  function Page() {
    const [failing, setFailing] = useState(false)
    return (
      <>
        <ReadTime failing={failing} readAt={READ} onReadAgain={onReadAgain} />
        <button type="button" onClick={() => setFailing(true)}>
          Fail
        </button>
      </>
    )
  }
  renderThemed(<Page />)
  const button = screen.getByRole('button', { name: 'Read again' })
  button.focus()
  act(() => screen.getByRole('button', { name: 'Fail' }).click())
  expect(screen.getByText(/^stale/)).toBeTruthy()
  expect(document.activeElement).toBe(button)
})
