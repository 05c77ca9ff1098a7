import { Box, chakra, Flex } from '@chakra-ui/react'
import { type PointerEvent, type ReactNode, useRef, useState } from 'react'

/** How much of a sheet is shown: its first lines, a good half, or the whole screen. */
export type SheetSize = 'peek' | 'half' | 'full'

/** The first lines leave most of a low window to the page behind them. */
const heights: Record<SheetSize, string> = { peek: 'min(180px, 40dvh)', half: '62dvh', full: '100dvh' }
const sizes = ['peek', 'half', 'full'] as const

/** The place of a drawer: a card beside the page, as high as the window. */
export function SideDrawer({ label, children }: { label: string; children: ReactNode }) {
  return (
    <chakra.section
      aria-label={label}
      data-drawer="side"
      position="sticky"
      top="60px"
      alignSelf="start"
      display="flex"
      flexDirection="column"
      height="max(460px, calc(100dvh - 270px))"
      maxH="calc(100dvh - 76px)"
      minW="0"
      bg="surface"
      borderWidth="1px"
      borderRadius="lg"
      boxShadow="card"
      overflow="hidden"
    >
      {children}
    </chakra.section>
  )
}

/** A distance that is a drag and no tap, in pixels. */
const DRAG_PX = 24

/** A sheet from below that can be drawn up to the whole screen, by its handle or by `size`. */
export function Sheet({
  label,
  size,
  onSize,
  handleLabel,
  children,
}: {
  label: string
  size: SheetSize
  onSize(size: SheetSize): void
  /** What a press of the handle does. */
  handleLabel: string
  children: ReactNode
}) {
  const drag = useRef<{ from: number; moved: number } | null>(null)
  const [offset, setOffset] = useState<number | null>(null)
  const step = (by: 1 | -1) => onSize(sizes[Math.min(2, Math.max(0, sizes.indexOf(size) + by))] ?? size)
  const onPointerDown = (event: PointerEvent) => {
    drag.current = { from: event.clientY, moved: 0 }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onPointerMove = (event: PointerEvent) => {
    if (!drag.current) return
    drag.current.moved = drag.current.from - event.clientY
    setOffset(drag.current.moved)
  }
  const onPointerUp = () => {
    const moved = drag.current?.moved ?? 0
    drag.current = null
    setOffset(null)
    if (Math.abs(moved) > DRAG_PX) step(moved > 0 ? 1 : -1)
    else onSize(size === 'full' ? 'peek' : 'full')
  }
  return (
    <chakra.section
      aria-label={label}
      data-drawer="sheet"
      data-size={size}
      position="fixed"
      insetInline="0"
      bottom="0"
      zIndex="1000"
      display="flex"
      flexDirection="column"
      bg="surface"
      borderTopWidth="1px"
      borderTopRadius={size === 'full' ? '0' : '16px'}
      boxShadow="raised"
      overflow="hidden"
      transition={offset === null ? 'height 160ms ease-out' : 'none'}
      _motionReduce={{ transition: 'none' }}
      style={{ height: `min(100dvh, calc(${heights[size]} + ${offset ?? 0}px))` }}
    >
      <chakra.button
        type="button"
        aria-label={handleLabel}
        aria-expanded={size === 'full'}
        flexShrink="0"
        height="5"
        cursor="grab"
        touchAction="none"
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onKeyDown={(event) => {
          if (event.key === 'ArrowUp') step(1)
          if (event.key === 'ArrowDown') step(-1)
          if (event.key === 'Enter' || event.key === ' ') onSize(size === 'full' ? 'peek' : 'full')
        }}
      >
        <Box mx="auto" width="36px" height="4px" borderRadius="full" bg="control" />
      </chakra.button>
      {children}
    </chakra.section>
  )
}

/** The content of a drawer below its head; scrolls by itself. */
export function DrawerBody({ children }: { children: ReactNode }) {
  return (
    <Flex direction="column" flex="1" minH="0" overflowY="auto" tabIndex={-1}>
      {children}
    </Flex>
  )
}
