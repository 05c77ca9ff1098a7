import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { renderThemed } from '#tests/support/render.tsx'
import type { Column } from './column.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'

interface Row {
  id: string
  name: string
}

const rows: Row[] = [
  { id: 'r1', name: 'One' },
  { id: 'r2', name: 'Two' },
  { id: 'r3', name: 'Three' },
]
const columns: Column<Row>[] = [
  { key: 'name', header: 'Name', primary: true, render: (row) => row.name },
  { key: 'open', header: '', render: (row) => <button type="button">{`Open ${row.name}`}</button> },
]

function Table(props: Partial<DataTableProps<Row>>) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['elsewhere']))
  return (
    <>
      <DataTable
        label="Things"
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        rowLabel={(row) => row.name}
        loading={false}
        empty="Nothing here"
        selection={{ selected, onChange: setSelected }}
        {...props}
      />
      <output>{[...selected].sort().join(' ')}</output>
    </>
  )
}

const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows' })
const one = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` })
const chosen = () => document.querySelector('output')?.textContent

describe('DataTable', () => {
  it('a card says what a time at its last line is of', () => {
    const time: Column<Row> = { key: 'time', header: 'Duration', card: 'end', render: () => '3 min' }
    const labels = () => [...document.querySelectorAll('[data-label]')].map(({ textContent }) => textContent)
    const { unmount } = renderThemed(<Table columns={[columns[0]!, time]} />)
    expect(labels()).toEqual([])
    unmount()
    renderThemed(<Table columns={[columns[0]!, { ...time, word: true }]} />)
    expect(labels()).toEqual(['Duration', 'Duration', 'Duration'])
  })

  it('selects rows one by one; the head is indeterminate in between', async () => {
    renderThemed(<Table />)
    expect([all().checked, all().indeterminate]).toEqual([false, false])
    await userEvent.click(one('Two'))
    expect(chosen()).toBe('elsewhere r2')
    expect([all().checked, all().indeterminate]).toEqual([false, true])
    await userEvent.click(one('One'))
    await userEvent.click(one('Three'))
    expect([all().checked, all().indeterminate]).toEqual([true, false])
  })

  it('selects and deselects all listed rows, and keeps the selection of other pages', async () => {
    renderThemed(<Table />)
    await userEvent.click(all())
    expect(chosen()).toBe('elsewhere r1 r2 r3')
    await userEvent.click(all())
    expect(chosen()).toBe('elsewhere')
  })

  it('opens a row by click and by Enter, but not by a control inside it', async () => {
    const open = vi.fn()
    renderThemed(<Table onRowClick={open} />)
    await userEvent.click(screen.getByRole('button', { name: 'Open Two' }))
    await userEvent.click(one('Two'))
    expect(open).not.toHaveBeenCalled()
    await userEvent.click(screen.getByText('Two'))
    fireEvent.keyDown(screen.getAllByRole('row')[3]!, { key: 'Enter' })
    expect(open.mock.calls.map(([row]: Row[]) => row?.id)).toEqual(['r2', 'r3'])
  })

  it('does not open a row whose text the user selects, or beside its checkbox', async () => {
    const open = vi.fn()
    renderThemed(<Table onRowClick={open} />)
    fireEvent.click(one('Two').closest('td')!)
    const text = screen.getByText('Two')
    getSelection()?.selectAllChildren(text)
    fireEvent.click(text)
    expect(open).not.toHaveBeenCalled()
    getSelection()?.removeAllRanges()
    fireEvent.click(text)
    expect(open).toHaveBeenCalledOnce()
  })

  it('keeps old rows while new ones load, and shows skeletons when there are none', () => {
    const { unmount } = renderThemed(<Table loading />)
    expect(screen.getByText('Two')).toBeTruthy()
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
    unmount()
    renderThemed(<Table loading rows={[]} />)
    expect(screen.queryByText('Nothing here')).toBeNull()
    expect(within(screen.getByRole('table')).getAllByRole('row').length).toBeGreaterThan(1)
  })

  it('shows a text when it is empty, and the failure instead of its rows', () => {
    const { unmount } = renderThemed(<Table rows={[]} />)
    expect(screen.getByText('Nothing here')).toBeTruthy()
    unmount()
    renderThemed(<Table failed="It broke" />)
    expect(screen.getByText('It broke')).toBeTruthy()
    expect(screen.queryByText('Two')).toBeNull()
  })

  it('shows a detail only below its row', () => {
    renderThemed(<Table renderDetail={(row) => (row.id === 'r2' ? 'Logs of Two' : null)} />)
    const texts = screen.getAllByRole('row').map((row) => row.textContent)
    expect(texts[texts.findIndex((text) => text?.includes('Two')) + 1]).toBe('Logs of Two')
  })

  it('shows its order and requests another one by a click on a head', async () => {
    const onSort = vi.fn()
    const sortable: Column<Row>[] = [
      { key: 'name', header: 'Name', primary: true, sortable: 'ascending', render: (row) => row.name },
      { key: 'size', header: 'Size', sortable: 'descending', render: (row) => row.name.length },
    ]
    renderThemed(<Table columns={sortable} sort={{ key: 'name', descending: false }} onSort={onSort} />)
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending')
    expect(screen.getByRole('columnheader', { name: 'Size' }).getAttribute('aria-sort')).toBe('none')
    await userEvent.click(screen.getByRole('button', { name: 'Name' }))
    await userEvent.click(screen.getByRole('button', { name: 'Size' }))
    expect(onSort.mock.calls).toEqual([
      [{ key: 'name', descending: true }],
      [{ key: 'size', descending: true }],
    ])
  })
})
