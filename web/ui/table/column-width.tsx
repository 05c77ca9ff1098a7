import { chakra } from '@chakra-ui/react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { tableMessages } from '#shared/lib/table-messages.ts'
import { WIDTHS } from './layout.ts'

/** Pixels by which an arrow key changes a width. */
const STEP = 16

const headOf = (handle: Element) => handle.closest('th')

/** The edge of a column's head: dragged, or moved with the arrow keys, it sets the width of the column. */
export function ColumnWidth({ header, onResize }: { header: string; onResize(width: number): void }) {
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const handle = event.currentTarget
    const [begin, width] = [event.clientX, headOf(handle)?.offsetWidth ?? 0]
    event.preventDefault()
    handle.setPointerCapture(event.pointerId)
    const move = (moved: globalThis.PointerEvent) => onResize(width + moved.clientX - begin)
    const end = () => {
      handle.removeEventListener('pointermove', move)
      handle.removeEventListener('lostpointercapture', end)
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', end)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowRight' ? STEP : event.key === 'ArrowLeft' ? -STEP : 0
    if (step === 0) return
    event.preventDefault()
    onResize((headOf(event.currentTarget)?.offsetWidth ?? 0) + step)
  }
  return (
    <chakra.span
      role="separator"
      aria-orientation="vertical"
      aria-label={tableMessages.width(header)}
      aria-valuemin={WIDTHS.least}
      aria-valuemax={WIDTHS.most}
      // The width is known to the browser only; the value says that the edge can be moved.
      aria-valuenow={WIDTHS.least}
      tabIndex={0}
      position="absolute"
      insetEnd="0"
      top="0"
      height="full"
      width="2"
      cursor="col-resize"
      touchAction="none"
      _after={{
        content: '""',
        position: 'absolute',
        insetEnd: '0',
        top: '25%',
        height: '50%',
        width: '1px',
        bg: 'transparent',
      }}
      _hover={{ _after: { bg: 'control' } }}
      _focusVisible={{ outline: '2px solid {colors.accent}', outlineOffset: '-2px' }}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  )
}
