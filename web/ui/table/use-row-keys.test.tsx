import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { renderRoutes } from '#tests/support/render.tsx'
import { NameLink } from './cells.tsx'
import { keyNames } from '#web/lib/use-keys.ts'
import type { Column } from './column.ts'
import { ConfigurableTable } from './configurable-table.tsx'

interface Thing {
  id: string
}
const columns: Column<Thing>[] = [
  {
    key: 'name',
    header: 'Name',
    primary: true,
    render: ({ id }) => <NameLink to={`/things/${id}`} name={id} />,
  },
]
const things = ['one', 'two', 'three'].map((id) => ({ id }))

function Things({ selectable = true }: { selectable?: boolean }) {
  const [selected, onChange] = useState<ReadonlySet<string>>(new Set())
  return (
    <>
      <input aria-label="Search" />
      <ConfigurableTable
        label="Things"
        columns={columns}
        rows={things}
        rowId={({ id }) => id}
        loading={false}
        empty={null}
        {...(selectable && { selection: { selected, onChange } })}
      />
    </>
  )
}

const focused = () => document.activeElement?.textContent

it('moves, selects and opens by keys, but not in a text field', async () => {
  Element.prototype.scrollIntoView = vi.fn()
  const { address } = renderRoutes([
    { path: '/', Component: Things },
    { path: '/things/:id', element: null },
  ])
  act(() => screen.getByLabelText('Search').focus())
  await userEvent.keyboard('j')
  expect(screen.getByLabelText('Search')).toHaveProperty('value', 'j')
  act(() => screen.getByLabelText('Search').blur())
  await userEvent.keyboard('jj')
  expect(focused()).toBe('two')
  await userEvent.keyboard('x')
  const boxes = screen.getAllByRole('checkbox').slice(1)
  expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([false, true, false])
  await userEvent.keyboard('k')
  expect(focused()).toBe('one')
  act(() => screen.getByRole('link', { name: 'two' }).focus())
  await userEvent.keyboard('jjk')
  expect(focused()).toBe('two')
  await userEvent.keyboard('o')
  expect(address()).toBe('/things/two')
})

it('names the key that selects only where rows can be selected', () => {
  const named = () => Object.keys(Object.assign({}, ...keyNames.get().map(({ names }) => names)) as object)
  const { unmount } = renderRoutes([{ path: '/', element: <Things selectable={false} /> }])
  expect(named()).toEqual(['j k', 'Enter o'])
  unmount()
  renderRoutes([{ path: '/', Component: Things }])
  expect(named()).toEqual(['j k', 'Enter o', 'x'])
})
