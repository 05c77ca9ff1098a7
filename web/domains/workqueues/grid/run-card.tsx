import { Box, chakra, Flex, IconButton } from '@chakra-ui/react'
import { X } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { gridMessages } from '#shared/domains/workqueues/grid-messages.ts'
import { shortDuration } from '#shared/lib/time-text.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { shortId } from '#web/ui/display/short-id.tsx'
import { StatusBadge } from '#web/ui/display/status.tsx'
import { formatMoment } from '#web/ui/time/moment.tsx'
import { useLatest } from '#web/lib/use-latest.ts'
import type { GridColumn } from './grid-columns.ts'
import { placeCard } from './place-card.ts'
import { RunDifferences } from './run-differences.tsx'

/** What the card of a run needs: its column, and where it stands. */
export interface RunCardProps {
  appId: string
  column: GridColumn
  /** The row of the square that is pointed at, or has the focus; `HEAD_ROW` for the head. */
  row: number
  /** The grid with its card. */
  frame: RefObject<HTMLDivElement | null>
  /** On a phone the card is a sheet at the lower edge. */
  sheet: boolean
  onHover(isOver: boolean): void
  onLeave(): void
  onClose(): void
  onChanged(): void
  /** The focus has left the card for an element. */
  onBlur(to: Element | null): void
}

/** A run of the grid: its state, and what differs from the last good run before it. */
export function RunCard(props: RunCardProps) {
  const { appId, column, row, frame, sheet } = props
  const card = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (sheet || !card.current || !frame.current) return
    const [own, grid] = [card.current, frame.current]
    const place = () => placeCard(own, grid, row)
    place()
    const resized = new ResizeObserver(place)
    resized.observe(own)
    resized.observe(grid)
    return () => resized.disconnect()
  }, [sheet, frame, row])
  useEscape(props.onClose)
  const name = gridMessages.run(shortId(column.id))
  return (
    <Box
      ref={card}
      role="dialog"
      aria-label={name}
      data-run-card
      position={sheet ? 'fixed' : 'absolute'}
      // Below the top bar, which it passes when the page is scrolled.
      zIndex={sheet ? 'popover' : 'docked'}
      width={sheet ? 'auto' : '388px'}
      insetX={sheet ? '0' : undefined}
      bottom={sheet ? '0' : undefined}
      maxH={sheet ? '80dvh' : undefined}
      overflowY="auto"
      px="4"
      py="3.5"
      bg="raised"
      borderWidth="1px"
      borderRadius={sheet ? '14px 14px 0 0' : 'lg'}
      boxShadow="raised"
      fontVariantNumeric="tabular-nums"
      onPointerEnter={() => props.onHover(true)}
      onPointerLeave={props.onLeave}
      onBlur={(event) => props.onBlur(event.relatedTarget)}
    >
      <Flex align="center" gap="2" minH={sheet ? '10' : undefined}>
        <chakra.h2 fontWeight="semibold">{name}</chakra.h2>
        <StatusBadge status={column.status} />
        <Box as="span" color="ink.2" textStyle="xs" ms="auto">
          <TimeOfRun column={column} />
        </Box>
        {sheet && (
          <IconButton aria-label={gridMessages.close} variant="ghost" boxSize="10" onClick={props.onClose}>
            <X size={18} />
          </IconButton>
        )}
      </Flex>
      <RunDifferences appId={appId} id={column.id} onChanged={props.onChanged} />
    </Box>
  )
}

/** `11:21, 4 m 09 s`. */
function TimeOfRun({ column: { at, ms } }: { column: GridColumn }) {
  const start = useOfNow(10_000, (now) => formatMoment(new Date(at), new Date(now)))
  return <>{ms === null ? start : `${start}, ${shortDuration(ms)}`}</>
}

/** Escape closes the card, and nothing else. */
function useEscape(onClose: () => void): void {
  const latest = useLatest(onClose)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) latest.current()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [latest])
}
