import { expect, it } from 'vitest'
import { ownLayout } from '#web/ui/table/layout.ts'
import type { SavedView } from './operations.ts'
import { currentView, isChanged, shownViews } from './shown-views.ts'

const saved = (id: string, more: Partial<SavedView> = {}): SavedView => ({
  id,
  name: id,
  screen: 'workqueues',
  query: `tags=${id}`,
  columns: null,
  widths: null,
  sort: null,
  shared: false,
  editable: true,
  owner: null,
  ...more,
})
const views = shownViews(
  [
    { key: 'all', name: 'All', query: '' },
    { key: 'failed', name: 'Failed', query: 'status=failed' },
  ],
  [saved('eu', { columns: ['name'] }), saved('us', { sort: '-created' })],
  (query) => query,
)

it('the tabs are those of the screen, then the saved ones, each with its order', () => {
  expect(views.map(({ key, query }) => [key, query])).toEqual([
    ['all', ''],
    ['failed', 'status=failed'],
    ['eu', 'tags=eu'],
    ['us', 'tags=us&sort=-created'],
  ])
})

it.each([
  [null, '', 'all'],
  [null, 'status=failed', 'failed'],
  [null, 'tags=other', 'all'],
  ['eu', 'tags=eu&status=failed', 'eu'],
  ['deleted', 'tags=eu', 'all'],
])('the address with view %s and the query "%s" shows %s', (key, query, shown) => {
  expect(currentView(views, key, query)?.key).toBe(shown)
})

it('a view is changed by another query, a saved one also by other columns', () => {
  const [all, , eu] = views
  expect(isChanged(all!, '', { columns: ['name'], widths: {} })).toBe(false)
  expect(isChanged(all!, 'status=failed', ownLayout)).toBe(true)
  expect(isChanged(eu!, 'tags=eu', { columns: ['name'], widths: {} })).toBe(false)
  expect(isChanged(eu!, 'tags=eu', { columns: ['name'], widths: { name: 90 } })).toBe(true)
})
