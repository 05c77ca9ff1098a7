import { Box, chakra } from '@chakra-ui/react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, type CSSProperties, type Ref } from 'react'
import { useLatest } from '#web/lib/use-latest.ts'
import type { LogLine } from '../task.ts'
import { AttemptHeading, LogEntryLine, logStyles } from './log-line.tsx'
import type { LogListRow } from './log-view.ts'

/**
 * Up to this number of rows all are rendered, so that the browser's own search finds them; above it only
 * those in view.
 */
const DRAWN = 200
const LINE_HEIGHT = 19

interface LogListProps {
  label: string
  rows: readonly LogListRow[]
  /** Key of the highlighted row; scrolled into view when it changes. */
  target: string | null
  /** The search text. */
  found: string
  /** Whether the list stays scrolled to the end while entries arrive. */
  follow: boolean
  onFollow(follow: boolean): void
  onTrace(log: LogLine): void
}

/** Log entries in a scrolling list. */
export function LogList({ label, rows, target, found, follow, onFollow, onTrace }: LogListProps) {
  const box = useRef<HTMLDivElement>(null)
  const long = rows.length > DRAWN
  const virtualizer = useVirtualizer({
    count: long ? rows.length : 0,
    getScrollElement: () => box.current,
    estimateSize: () => LINE_HEIGHT,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 20,
  })
  const height = virtualizer.getTotalSize()
  useLayoutEffect(() => {
    if (follow && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [follow, rows, height])

  const latest = useLatest({ rows, virtualizer, long })
  useEffect(() => {
    if (target === null) return
    const index = latest.current.rows.findIndex((row) => row.key === target)
    if (index < 0) return
    if (latest.current.long) latest.current.virtualizer.scrollToIndex(index, { align: 'center' })
    else box.current?.querySelectorAll('li')[index]?.scrollIntoView({ block: 'nearest' })
  }, [target, latest])

  // Scrolling up by hand ends following; scrolling to the end starts it again.
  const was = useRef(0)
  const onScroll = () => {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = box.current ?? {}
    if (scrollHeight - scrollTop - clientHeight < 8) onFollow(true)
    else if (scrollTop < was.current) onFollow(false)
    was.current = scrollTop
  }
  const draw = (
    row: LogListRow,
    index: number,
    place?: { style: CSSProperties; ref: Ref<HTMLLIElement> },
  ) => (
    <li
      key={row.key}
      data-index={index}
      aria-posinset={index + 1}
      aria-setsize={rows.length}
      aria-current={row.key === target || undefined}
      {...place}
    >
      {row.kind === 'attempt' ? (
        <AttemptHeading attempt={row.attempt} />
      ) : (
        <LogEntryLine log={row.log} found={found} onTrace={onTrace} />
      )}
    </li>
  )
  return (
    <Box
      ref={box}
      onScroll={onScroll}
      role="region"
      aria-label={label}
      tabIndex={0}
      maxH="420px"
      overflowY="auto"
      textStyle="mono"
      lineHeight={`${LINE_HEIGHT}px`}
      css={logStyles}
    >
      <chakra.ol listStyleType="none" position="relative" style={long ? { height } : undefined}>
        {long
          ? virtualizer.getVirtualItems().map(({ index, start }) =>
              draw(rows[index]!, index, {
                style: { position: 'absolute', insetInline: 0, top: 0, transform: `translateY(${start}px)` },
                ref: virtualizer.measureElement,
              }),
            )
          : rows.map((row, index) => draw(row, index))}
      </chakra.ol>
    </Box>
  )
}
