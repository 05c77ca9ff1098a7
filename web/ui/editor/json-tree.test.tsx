import { ChakraProvider } from '@chakra-ui/react'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { system } from '#web/app/theme/system.ts'
import { jsonRows } from './json-rows.ts'
import { JsonTree } from './json-tree.tsx'

const view = (open: string[] = [], shown: [string, number][] = []) => ({
  open: new Set(open),
  shown: new Map(shown),
})
const names = (value: unknown, open?: string[]) =>
  jsonRows(value, view(open)).map((row) => `${row.level} ${row.name}`)

describe('jsonRows', () => {
  it('shows the first level and what is expanded below', () => {
    const value = { a: { b: { c: 1 } }, d: [true] }
    expect(names(value)).toEqual(['1 a', '1 d'])
    expect(names(value, ['/a', '/d'])).toEqual(['1 a', '2 b', '1 d', '2 0'])
    expect(names(value, ['/a/b'])).toEqual(['1 a', '1 d'])
  })

  it('has unique paths whatever the keys contain', () => {
    const paths = jsonRows({ a: { b: 1 }, 'a/b': 2, '~more': 3 }, view(['/a'])).map((row) => row.path)
    expect(new Set(paths).size).toBe(4)
  })

  it('shows a hundred members and offers the next', () => {
    const list = Array.from({ length: 250 }, (_, index) => index)
    const rows = jsonRows(list, view())
    expect(rows).toHaveLength(101)
    expect(rows.at(-1)).toMatchObject({ kind: 'more', name: 'Show 100 more' })
    expect(jsonRows(list, view([], [['', 200]])).at(-1)?.name).toBe('Show 50 more')
  })
})

describe('JsonTree', () => {
  const show = (value: unknown) =>
    render(
      <ChakraProvider value={system}>
        <JsonTree value={value} label="State" />
      </ChakraProvider>,
    )
  const focused = () => document.activeElement?.getAttribute('aria-label')

  it('is operated by the keys of a tree', async () => {
    show({ first: 1, scale: { unit: 'kg' }, last: null })
    await userEvent.tab()
    expect(focused()).toBe('Copy State')
    await userEvent.tab()
    expect(focused()).toBe('first: 1')
    await userEvent.keyboard('{ArrowDown}{ArrowRight}')
    expect(screen.getByRole('treeitem', { name: 'scale, 1 key' }).getAttribute('aria-expanded')).toBe('true')
    await userEvent.keyboard('{ArrowRight}')
    expect(focused()).toBe('unit: "kg"')
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(focused()).toBe('scale, 1 key')
    expect(screen.queryByRole('treeitem', { name: 'unit: "kg"' })).toBeNull()
    await userEvent.keyboard('{End}')
    expect(focused()).toBe('last: null')
  })

  it('expands and collapses by the mouse', async () => {
    show({ scale: { unit: 'kg' } })
    await userEvent.click(screen.getByText('scale'))
    expect(screen.getByText('"kg"')).toBeTruthy()
    await userEvent.click(screen.getByText('scale'))
    expect(screen.queryByText('"kg"')).toBeNull()
  })

  it('shows an empty state as an empty object', () => {
    show({})
    expect(screen.getByText('{ }')).toBeTruthy()
  })
})
