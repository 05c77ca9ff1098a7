import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeGateway, renderRoutes, signedInView } from '#tests/support/render.tsx'
import { Client, cacheExchange, fetchExchange } from '@urql/core'
import { createSession } from '#web/lib/session.ts'
import { ConfigurableTable } from './configurable-table.tsx'
import type { Column } from './column.ts'

interface Row {
  id: string
}
const columns: Column<Row>[] = [
  { key: 'id', header: 'Id', primary: true, render: (row) => row.id },
  { key: 'twice', header: 'Twice', render: (row) => row.id + row.id },
]

beforeEach(() => localStorage.clear())

async function show(user: string) {
  const view = { ...signedInView, user: { _id: user, email: `${user}@a.b` } }
  vi.stubGlobal('fetch', fakeGateway(() => ({ body: view })).fetch)
  const session = createSession()
  const client = new Client({ url: 'http://localhost/graphql', exchanges: [cacheExchange, fetchExchange] })
  await session.check()
  const table = (
    <ConfigurableTable
      label="Things"
      columns={columns}
      rows={[{ id: 'r' }]}
      rowId={(row) => row.id}
      loading={false}
      empty={null}
    />
  )
  return renderRoutes([{ path: '/', element: table }], { session, client })
}

it('hides the columns that a user has hidden, only for that user and also on the next visit', async () => {
  const first = await show('anna')
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Twice' }))
  expect(screen.queryByText('rr')).toBeNull()
  expect(screen.getByRole('columnheader', { name: /^Id/ })).toBeTruthy()
  first.unmount()
  const again = await show('anna')
  expect(screen.queryByText('rr')).toBeNull()
  again.unmount()
  await show('ben')
  expect(screen.getByText('rr')).toBeTruthy()
})
