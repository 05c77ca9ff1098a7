import { Box, chakra } from '@chakra-ui/react'
import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { CopyButton } from '../display/copy-button.tsx'
import { isBranch, jsonRows, STEP, type JsonRow, type JsonView, nextRow } from './json-rows.ts'
import { JsonLeaf, JsonTreeRow } from './json-tree-row.tsx'

const start: JsonView = { open: new Set(), shown: new Map() }

/**
 * Any JSON value as a tree that expands and collapses by mouse and keyboard (arrows, Home, End, Enter). The
 * first level is expanded. The whole value can be copied.
 */
export function JsonTree({ value, label }: { value: unknown; label: string }) {
  const [view, setView] = useState<JsonView>(start)
  const [focused, setFocused] = useState<string | null>(null)
  const tree = useRef<HTMLUListElement>(null)
  const rows = useMemo(() => jsonRows(value, view), [value, view])
  // One row is in the tab order: the last focused one, as long as it exists.
  const current = rows.find((row) => row.path === focused) ?? rows[0]

  const activate = (row: JsonRow) => {
    if (row.kind === 'branch') setView({ ...view, open: toggled(view.open, row.path) })
    if (row.kind !== 'more') return
    const key = row.parent ?? ''
    setView({ ...view, shown: new Map(view.shown).set(key, (view.shown.get(key) ?? STEP) + STEP) })
  }
  const focusRow = (row: JsonRow | undefined) => {
    if (!row) return
    setFocused(row.path)
    const index = rows.indexOf(row)
    const element = tree.current?.children.item(index)
    if (element instanceof HTMLElement) element.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!current || event.ctrlKey || event.metaKey || event.altKey) return
    const step = nextRow(rows, current, event.key)
    if (!step) return
    event.preventDefault()
    if (step.activate) activate(step.row)
    else focusRow(step.row)
  }

  if (isBranch(value) && rows.length === 0)
    return <Box color="ink.3">{Array.isArray(value) ? '[ ]' : '{ }'}</Box>
  return (
    <Box position="relative">
      <Box position="absolute" top="-1" insetEnd="-1" zIndex="1">
        <CopyButton label={`Copy ${label}`} text={() => JSON.stringify(value, null, 4)} />
      </Box>
      <Box textStyle="mono" lineHeight="20px" overflowX="auto" pe="8">
        {isBranch(value) ? (
          <chakra.ul ref={tree} role="tree" aria-label={label} listStyleType="none" onKeyDown={onKeyDown}>
            {rows.map((row) => (
              <JsonTreeRow
                key={row.path}
                row={row}
                inTabOrder={row === current}
                onActivate={() => activate(row)}
                onFocus={() => setFocused(row.path)}
              />
            ))}
          </chakra.ul>
        ) : (
          <JsonLeaf value={value} />
        )}
      </Box>
    </Box>
  )
}

function toggled(open: ReadonlySet<string>, path: string): Set<string> {
  const next = new Set(open)
  if (!next.delete(path)) next.add(path)
  return next
}
