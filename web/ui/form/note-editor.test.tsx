import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderThemed } from '#tests/support/render.tsx'
import { NoteEditor } from './note-editor.tsx'

let show: (text: string) => void

/** A note whose owner shows the saved text only when asked to, as a page does that waits for its next read. */
function LateNote() {
  const [text, setText] = useState('')
  show = (next) => act(() => setText(next))
  return (
    <>
      <NoteEditor text={text} saving={false} onSave={async () => true} />
      <input aria-label="Other" />
    </>
  )
}

async function saveNote() {
  renderThemed(<LateNote />)
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }))
  await userEvent.keyboard('Asked the bank{Control>}{Enter}{/Control}')
  expect(await screen.findByRole('button', { name: 'Add note' })).toBe(document.activeElement)
}

it('keeps the focus on its button when the saved text arrives after it has closed', async () => {
  await saveNote()
  show('Asked the bank')
  expect(screen.getByRole('button', { name: 'Edit note' })).toBe(document.activeElement)
})

it('takes no focus back that has moved on before the saved text arrives', async () => {
  await saveNote()
  await userEvent.click(screen.getByLabelText('Other'))
  show('Asked the bank')
  expect(screen.getByLabelText('Other')).toBe(document.activeElement)
  await userEvent.click(document.body)
  show('Asked the bank twice')
  expect(document.activeElement).toBe(document.body)
})

it('gives the focus back to its button when the text is given up', async () => {
  renderThemed(<LateNote />)
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }))
  await userEvent.keyboard('Asked{Escape}')
  expect(screen.getByRole('button', { name: 'Add note' })).toBe(document.activeElement)
})
