import { ChakraProvider } from '@chakra-ui/react'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { Provider } from 'urql'
import { expect, it, vi } from 'vitest'
import { createFakeGateway, type Answers } from '#tests/support/web-gateway.ts'
import { system } from '#web/app/theme/system.ts'
import { ownLayout } from '#web/ui/table/layout.ts'
import { viewCache } from './cache.ts'
import type { SavedView } from './operations.ts'
import { shownViews } from './shown-views.ts'
import { ViewTabs } from './view-tabs.tsx'

const saved = {
  __typename: 'View' as const,
  id: 'v1',
  name: 'Europe',
  screen: 'workqueues',
  query: 'tags=eu',
  columns: null,
  widths: null,
  sort: null,
  shared: true,
  editable: true,
  owner: null,
} satisfies SavedView & { __typename: string }

function show({ current, query, editable = true }: { current: number; query: string; editable?: boolean }) {
  const sent: [string, unknown][] = []
  const answer = (name: string): Answers => ({
    [name.charAt(0).toUpperCase() + name.slice(1)]: (variables) => {
      sent.push([name, variables])
      return { [name]: { ...saved, id: name === 'createView' ? 'v2' : 'v1' } }
    },
  })
  const gateway = createFakeGateway({ ...answer('createView'), ...answer('updateView') }, viewCache)
  const views = shownViews([{ key: 'all', name: 'All', query: '' }], [{ ...saved, editable }], (text) => text)
  const onOpen = vi.fn()
  render(
    <ChakraProvider value={system}>
      <Provider value={gateway.client}>
        <MemoryRouter>
          <ViewTabs
            screen="workqueues"
            views={views}
            current={views[current]!}
            query={query}
            layout={[ownLayout, () => {}]}
            hrefOf={({ key }) => `?view=${key}`}
            countOf={() => null}
            onOpen={onOpen}
          />
        </MemoryRouter>
      </Provider>
    </ChakraProvider>,
  )
  return { sent, onOpen }
}
const has = (name: string) => screen.queryByRole('button', { name }) !== null

it('views are links, of which the current one is marked; unchanged ones cannot be saved', () => {
  show({ current: 1, query: 'tags=eu' })
  const links = screen.getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
    ['All', null],
    ['Europe', 'page'],
  ])
  expect([has('Save'), has('Reset'), has('Save view')]).toEqual([false, false, true])
})

it('a changed view looks changed, is saved again, or shown as it was', async () => {
  const { sent, onOpen } = show({ current: 1, query: 'tags=eu&status=failed' })
  expect(screen.getByRole('link', { name: /Europe/ }).textContent).toBe('Europechanged')
  expect(screen.getByRole('link', { name: 'All' }).textContent).toBe('All')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent).toEqual([
    ['updateView', { id: 'v1', query: 'tags=eu&status=failed', columns: null, widths: null }],
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }))
  expect(onOpen.mock.lastCall?.[0]).toMatchObject({ key: 'v1', query: 'tags=eu' })
})

it('a view of another user can be reset, not saved', () => {
  show({ current: 1, query: '', editable: false })
  expect([has('Save'), has('Reset')]).toEqual([false, true])
})

it('a new view gets a name, and is opened', async () => {
  const { sent, onOpen } = show({ current: 0, query: 'status=failed' })
  await userEvent.click(screen.getByRole('button', { name: 'Save view' }))
  await userEvent.type(await screen.findByRole('textbox'), 'Mine{Enter}')
  await vi.waitFor(() => expect(onOpen).toHaveBeenCalledWith({ key: 'v2', query: 'status=failed' }))
  expect(sent).toEqual([
    [
      'createView',
      {
        screen: 'workqueues',
        name: 'Mine',
        shared: false,
        query: 'status=failed',
        columns: null,
        widths: null,
      },
    ],
  ])
})
