import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { runSubject } from '#shared/domains/search/subjects.ts'
import { createBed, pageAt, withFeatures } from '#web/domains/workqueues/test-bed.tsx'
import { SearchBox } from './search-box.tsx'

function show(value = '') {
  const asked: unknown[] = []
  const bed = createBed({
    ...withFeatures('search'),
    SearchSuggestions: (variables) => {
      asked.push(variables)
      return { searchSuggestions: ['eu', 'europe west'] }
    },
  })
  const onSearch = vi.fn()
  render(
    pageAt(
      bed,
      '/apps/a1/workqueues',
      <SearchBox
        subject={runSubject}
        label="Search workqueues"
        placeholder=""
        appId="a1"
        value={value}
        onSearch={onSearch}
      />,
    ).ui,
  )
  return { onSearch, asked, box: screen.getByRole('combobox', { name: 'Search workqueues' }) }
}
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

it('searches at Enter, and not again for the same words', async () => {
  const { onSearch, box } = show()
  await userEvent.type(box, '  card scheme {Enter}')
  expect(onSearch.mock.calls).toEqual([['card scheme']])
})

it('offers the terms that begin like what is typed; the arrow keys choose one', async () => {
  const { box, onSearch } = show()
  await userEvent.type(box, 'stat')
  expect(options()).toEqual([expect.stringMatching(/^status:/), expect.stringMatching(/^state\./)])
  await userEvent.keyboard('{ArrowDown}')
  expect(box.getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[0]?.id)
  await userEvent.keyboard('{Enter}')
  expect(box).toHaveProperty('value', 'status:')
  expect(options()).toContain('failed')
  expect(onSearch).not.toHaveBeenCalled()
})

it('asks the platform for the values of a term, and writes them as a search has them', async () => {
  const { box, asked } = show()
  await userEvent.type(box, 'tag:eu')
  await userEvent.click(await screen.findByRole('option', { name: /europe west/ }))
  expect(asked.at(-1)).toEqual({ term: 'tag', prefix: 'eu', appId: 'a1' })
  expect(box).toHaveProperty('value', 'tag:"europe west" ')
})

it('names a wrong term instead of searching for it', async () => {
  const { box, onSearch } = show()
  await userEvent.type(box, 'colour:red x{Enter}')
  expect((await screen.findByRole('alert')).textContent).toMatch(/“colour:red”: there is no term colour/)
  expect(box.getAttribute('aria-invalid')).toBe('true')
  expect(onSearch).not.toHaveBeenCalled()
})

it('is focused by /, left by Escape and emptied by its button', async () => {
  const { box, onSearch } = show('card')
  await userEvent.keyboard('/')
  expect(document.activeElement).toBe(box)
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).not.toBe(box)
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(onSearch.mock.calls).toEqual([['']])
})
