import './view-tabs.css'
import { Button } from '@chakra-ui/react'
import { Plus, Users } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { viewMessages as texts } from '#shared/domains/views/messages.ts'
import { loadPart } from '#web/lib/parts/load-part.ts'
import type { TableLayout } from '#web/ui/table/layout.ts'
import { isChanged, type ShownView } from './shown-views.ts'
import { useViewActions } from './use-views.ts'

// Loaded lazily: views are saved and changed seldom.
const SaveViewDialog = lazy(async () => ({
  default: (await loadPart(() => import('./save-view-dialog.tsx'))).SaveViewDialog,
}))
const ViewMenu = lazy(async () => ({
  default: (await loadPart(() => import('./view-menu.tsx'))).ViewMenu,
}))

/**
 * The views of a list as tabs. The current one says when the list shows something else: a saved one can then be saved again,
 * and each be shown as it was.
 */
export function ViewTabs({
  screen,
  views,
  current,
  query,
  layout: [layout, setLayout],
  hrefOf,
  countOf,
  onOpen,
}: {
  screen: string
  views: readonly ShownView[]
  current: ShownView
  /** The query of the address, as those of the views. */
  query: string
  /** The columns that the list shows. */
  layout: readonly [TableLayout, (layout: TableLayout) => void]
  /** The address of a view, from its question mark on. */
  hrefOf(view: Pick<ShownView, 'key' | 'query'>): string
  countOf(view: ShownView): ReactNode
  onOpen(view: Pick<ShownView, 'key' | 'query'>): void
}) {
  const [isNaming, setNaming] = useState(false)
  const { create, update } = useViewActions()
  const changed = isChanged(current, query, layout)
  const columns = layout.columns === null ? null : [...layout.columns]
  const stored = { query, columns, widths: Object.keys(layout.widths).length > 0 ? layout.widths : null }
  const save = async () => {
    if (await update.run({ id: current.key, ...stored })) onOpen({ key: current.key, query })
  }
  const saveNew = async (name: string, shared: boolean) => {
    const made = await create.run({ screen, name, shared, ...stored })
    if (!made) return
    setNaming(false)
    onOpen({ key: made.createView.id, query })
  }
  const reset = () => {
    setLayout(current.layout)
    onOpen(current)
  }
  return (
    <nav data-views aria-label={texts.views}>
      <ul>
        {views.map((view) => (
          <li key={view.key}>
            <Link
              to={hrefOf(view)}
              aria-current={view.key === current.key ? 'page' : undefined}
              title={
                view.saved?.shared && view.saved.owner ? texts.sharedMark(view.saved.owner.email) : undefined
              }
            >
              {view.name}
              {changed && view === current && <span data-view-changed>{texts.changed}</span>}
              {view.saved?.shared && <Users size={13} aria-hidden />}
              {/* The number of a view is not that of a list with other filters. */}
              {(view !== current || query === view.query) && countOf(view)}
            </Link>
          </li>
        ))}
      </ul>
      <span data-actions>
        {current.saved?.editable && (
          <Suspense>
            <ViewMenu key={current.key} view={current.saved} onDeleted={() => views[0] && onOpen(views[0])} />
          </Suspense>
        )}
        {changed && current.saved?.editable && (
          <Button
            size="sm"
            loading={update.running}
            title={texts.saveHint(current.name)}
            onClick={() => void save()}
          >
            {texts.save}
          </Button>
        )}
        {changed && (
          <Button size="sm" variant="ghost" title={texts.resetHint(current.name)} onClick={reset}>
            {texts.reset}
          </Button>
        )}
        <Button size="sm" variant="ghost" color="ink.2" onClick={() => setNaming(true)}>
          <Plus size={14} />
          {texts.saveNew}
        </Button>
      </span>
      {isNaming && (
        <Suspense>
          <SaveViewDialog
            open
            onClose={() => setNaming(false)}
            submitting={create.running}
            onSave={(name, shared) => void saveNew(name, shared)}
          />
        </Suspense>
      )}
    </nav>
  )
}
