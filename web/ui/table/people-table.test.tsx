import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderRoutes, signedInView } from '#tests/support/render.tsx'
import { createSession } from '#web/lib/session.ts'
import { PeopleTable } from './people-table.tsx'

const own = signedInView.user!.email
const people = [
  { id: 'm1', email: own, role: 'owner' },
  { id: 'm2', email: 'bea@x.test', role: 'member' },
]
const texts = {
  email: 'Email',
  role: 'Role',
  actions: 'Actions',
  delete: 'Delete',
  title: 'Delete Member',
  question: 'Are you sure you want to delete this member?',
  emptyTitle: 'No members yet',
  emptyText: '',
}

it('marks the own row, and says in its question that it removes oneself', async () => {
  const onRemove = vi.fn(async () => true)
  const table = (
    <PeopleTable label="Members" people={people} texts={texts} onRemove={onRemove} removing={false} />
  )
  const known = { phase: 'known', view: signedInView } as const
  const session = { ...createSession(), get: () => known }
  renderRoutes([{ path: '/', element: table }], { at: '/', session })
  await screen.findByText(own)
  await screen.findByRole('cell', { name: `${own} you` })
  await userEvent.click(screen.getByRole('button', { name: 'Delete: bea@x.test' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Member' })
  expect(dialog.textContent).not.toContain('you remove yourself')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: `Delete: ${own}` }))
  await screen.findByText(`${own} (you remove yourself)`)
})
