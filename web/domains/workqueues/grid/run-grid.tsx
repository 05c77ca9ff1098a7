import './grid.css'
import { Box, Button } from '@chakra-ui/react'
import { type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { gridMessages } from '#shared/domains/workqueues/grid-messages.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { PHONE_PX, useNarrowerThan } from '#web/lib/use-media.ts'
import { paths } from '#web/paths.ts'
import { durationScale, type GridColumn } from './grid-columns.ts'
import { GridHeads, GridOverlay } from './grid-heads.tsx'
import { type GridPlace, HEAD_ROW, nextFailed, placeAfter } from './grid-keys.ts'
import { GridLine, NAME_COLUMN } from './grid-line.tsx'
import type { GridRow } from './grid-rows.ts'
import type { RunCardProps } from './run-card.tsx'
import { useGridKeys } from './use-grid-keys.ts'
import { useHoveredSpot } from './use-hovered-spot.ts'

const RunCard = lazyPart<RunCardProps>(
  async () => (await import('./run-card.tsx')).RunCard,
  () => null,
)

/** So few runs have wide columns, with the name of each day. */
const FEW = 10

/** Rows that most windows show. */
const TALL = 20

/** Rows that are drawn at first, and that each request adds. */
const WINDOW = 100

/**
 * The runs of a plan as columns, their tasks as rows of squares. One tab stop: the arrow keys move in it, from anywhere on the page. The run under the
 * pointer or the focus has a card.
 */
export function RunGrid({
  appId,
  label,
  columns,
  rows,
  usualMs,
  onToggle,
  onChanged,
}: {
  appId: string
  label: string
  /** Oldest first. */
  columns: readonly GridColumn[]
  rows: readonly GridRow[]
  usualMs: number | null
  onToggle(row: GridRow): void
  /** A run was restarted. */
  onChanged(): void
}) {
  const navigate = useNavigate()
  const phone = useNarrowerThan(PHONE_PX)
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState(WINDOW)
  const [place, setPlace] = useState<GridPlace>({ row: HEAD_ROW, column: Infinity })
  const [isFocused, setFocused] = useState(false)
  const at = { row: Math.min(place.row, rows.length - 1), column: Math.min(place.column, columns.length - 1) }
  const [hovered, hover] = useHoveredSpot()
  const [chosen, choose] = useState<string | null>(null)
  // The run whose card was closed, until the focus moves.
  const [closed, setClosed] = useState<string | null>(null)
  const focusedId = isFocused ? (columns[at.column]?.id ?? null) : null
  const shownId = phone ? chosen : (hovered?.id ?? (focusedId === closed ? null : focusedId))
  const shown = columns.findIndex(({ id }) => id === shownId)
  const scale = useMemo(
    () =>
      durationScale(
        columns.map(({ ms }) => ms),
        usualMs,
      ),
    [columns, usualMs],
  )
  const ids = columns.map(({ id, beginsDay }) => `${id}${beginsDay ? ' ' : ''}`).join()
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the same as long as the runs and their days are
  const runs = useMemo(() => columns.map(({ id, beginsDay }) => ({ id, beginsDay })), [ids])

  // The newest runs are at the end. A new one does not take older ones out of view.
  const isAtEnd = useRef(true)
  useEffect(() => {
    if (frame.current && isAtEnd.current) frame.current.scrollLeft = frame.current.scrollWidth
  }, [columns.length])

  const awaited = useRef<GridPlace | null>(null)
  const focusAwaited = () => {
    if (!awaited.current) return
    const { row, column } = awaited.current
    awaited.current = null
    const target = box.current?.querySelector<HTMLElement>(`[data-row="${row}"][data-col="${column}"]`)
    target?.focus({ preventScroll: true })
    target?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }
  useEffect(focusAwaited)
  const goTo = (next: GridPlace) => {
    awaited.current = next
    setClosed(null)
    hover(null)
    setPlace(next)
    if (next.row >= drawn) setDrawn(next.row + WINDOW)
    // The same place is not rendered again.
    else if (next.row === at.row && next.column === at.column) focusAwaited()
  }
  const open = useCallback(
    (column: number) => {
      const run = columns[column]
      if (run) void navigate(paths.workqueue(appId, run.id))
    },
    [columns, navigate, appId],
  )
  useGridKeys(frame, {
    move(key) {
      const next = placeAfter(key, at, rows, columns.length)
      if (next) goTo(next)
    },
    open() {
      if (at.column === NAME_COLUMN) return false
      open(at.column)
      return true
    },
    compare() {
      const run = columns[at.column]
      if (run) void navigate(paths.compare(appId, run.id, 'last-good'))
    },
    nextFailed() {
      const failed = nextFailed(rows, at)
      if (failed) goTo(failed)
    },
  })
  const placeOf = (target: EventTarget): GridPlace | null => {
    const cell = (target as Element).closest<HTMLElement>('[data-col]')
    return cell && { row: Number(cell.dataset['row']), column: Number(cell.dataset['col']) }
  }
  const onPointerOver = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return
    const over = placeOf(event.target)
    const run = columns[over?.column ?? -1]
    hover(over && run ? { id: run.id, row: over.row } : null)
  }
  return (
    <Box ref={box} position="relative">
      <div
        ref={frame}
        className="run-grid-frame"
        data-tall={rows.length > TALL || undefined}
        onScroll={({ currentTarget: { scrollLeft, scrollWidth, clientWidth } }) => {
          isAtEnd.current = scrollLeft + clientWidth >= scrollWidth - 1
        }}
        onPointerOver={onPointerOver}
        onPointerLeave={() => hover(null)}
      >
        <div
          role="grid"
          className="run-grid"
          data-few={columns.length <= FEW || undefined}
          aria-label={label}
          aria-rowcount={rows.length + 1}
          style={{ '--runs': columns.length } as React.CSSProperties}
          onFocus={(event) => {
            setFocused(true)
            const focused = placeOf(event.target)
            if (focused && (focused.row !== at.row || focused.column !== at.column)) setPlace(focused)
          }}
          onBlur={(event) => setFocused(box.current?.contains(event.relatedTarget) ?? false)}
          onClick={(event) => {
            const clicked = placeOf(event.target)
            if (!clicked || clicked.column === NAME_COLUMN) return
            if (phone) choose(columns[clicked.column]?.id ?? null)
            else open(clicked.column)
          }}
        >
          <GridOverlay
            columns={columns}
            scale={scale}
            usualMs={usualMs}
            chosen={shown === -1 ? null : shown}
          />
          <GridHeads columns={columns} scale={scale} focused={at.row === HEAD_ROW ? at.column : null} />
          {rows.slice(0, drawn).map((row, index) => (
            <GridLine
              key={row.key}
              row={row}
              place={index}
              runs={runs}
              focused={at.row === index ? at.column : null}
              onToggle={onToggle}
            />
          ))}
        </div>
      </div>
      {rows.length > drawn && (
        <Box px="4" py="2" borderTopWidth="1px" borderColor="line.soft">
          <Button variant="plain" size="sm" onClick={() => setDrawn(drawn + WINDOW)}>
            {gridMessages.more(Math.min(WINDOW, rows.length - drawn), rows.length - drawn)}
          </Button>
        </Box>
      )}
      {shown !== -1 && (
        <RunCard
          key={columns[shown]!.id}
          appId={appId}
          column={columns[shown]!}
          row={hovered?.row ?? at.row}
          frame={box}
          sheet={phone}
          onHover={(isOver) => isOver && hover(hovered ?? { id: columns[shown]!.id, row: at.row })}
          onLeave={() => hover(null)}
          onClose={() => {
            if (isFocused) goTo(at)
            setClosed(focusedId)
            choose(null)
            hover(null)
          }}
          onChanged={onChanged}
          onBlur={(to) => setFocused(box.current?.contains(to) ?? false)}
        />
      )}
    </Box>
  )
}
