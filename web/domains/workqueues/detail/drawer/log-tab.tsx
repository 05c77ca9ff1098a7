import { Box, Button, chakra, Flex } from '@chakra-ui/react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDownToLine } from 'lucide-react'
import { type CSSProperties, type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { attemptMessages } from '#shared/domains/tasks/attempt-messages.ts'
import { isTerminalTask } from '#shared/domains/tasks/rules.ts'
import { HiddenPayloads } from '#web/ui/display/hidden-payloads.tsx'
import { useRights } from '#web/lib/rights.tsx'
import type { SectionRow } from '#web/domains/tasks/logs/log-sections.ts'
import { downloadLog } from '#web/domains/tasks/logs/log-view.ts'
import { useLatest } from '#web/lib/use-latest.ts'
import { LogRow } from './log/log-rows.tsx'
import { useLogState } from './log/log-state.ts'
import { logRowStyles } from './log/log-styles.ts'
import { LogTools } from './log/log-tools.tsx'
import type { TabProps } from './drawer-props.ts'

/** Up to this number of rows all are rendered, so that the browser's own search finds them. */
const DRAWN = 200
const LINE_HEIGHT = 18

/** The log of a task by attempts, with search, levels and download; its failing line is marked. */
export function LogTab({ task, logs, attempts, selection, peek }: TabProps) {
  const lines = logs.logs.get(task.id)
  const { loadEarlier } = logs
  useEffect(loadEarlier, [loadEarlier])
  const state = useLogState(task, lines, attempts.attempts, selection.address.attempt)
  const box = useRef<HTMLDivElement>(null)
  const { rows, target } = state
  const long = rows.length > DRAWN
  const virtualizer = useVirtualizer({
    count: long ? rows.length : 0,
    getScrollElement: () => box.current,
    estimateSize: () => LINE_HEIGHT,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 20,
  })
  const height = virtualizer.getTotalSize()
  const [follow, setFollow] = useState(target === null)
  useLayoutEffect(() => {
    if (follow && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [follow, rows, height])

  const latest = useLatest({ virtualizer, long })
  // A mark that arrives later, as that of a failure, is shown as soon as its line is there.
  const index = target === null ? -1 : rows.findIndex((row) => isLine(row, target))
  // Until the user scrolls or folds, the line stays in view also when attempts arrive above it.
  const held = useRef<number | null>(null)
  const release = () => void (held.current = target)
  useEffect(() => {
    if (index < 0 || held.current === target) return
    const { virtualizer, long } = latest.current
    if (long) virtualizer.scrollToIndex(index, { align: 'center' })
    else scrollInto(box.current, box.current?.querySelectorAll('li')[index])
  }, [index, target, peek, latest])

  const onScroll = () => {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = box.current ?? {}
    setFollow(scrollHeight - scrollTop - clientHeight < 8)
  }
  const openKeys = new Set(rows.flatMap((row) => (row.kind === 'trace' ? [row.key] : [])))
  const most = Math.max((task.retry as { max?: number } | null)?.max ?? 0, 0) + 1
  const draw = (
    row: SectionRow,
    index: number,
    place?: { style: CSSProperties; ref: Ref<HTMLLIElement> },
  ) => (
    <li
      key={row.key}
      data-index={index}
      data-kind={row.kind}
      aria-posinset={index + 1}
      aria-setsize={rows.length}
      aria-current={(target !== null && isLine(row, target)) || undefined}
      {...place}
    >
      <LogRow
        row={row}
        found={state.found}
        failing={state.failing?.number ?? null}
        most={most}
        onToggle={state.toggle}
        isOpen={(key) => openKeys.has(key)}
      />
    </li>
  )
  const count = lines?.length ?? 0
  const { payloadsHidden } = useRights()
  if (payloadsHidden)
    return (
      <Box px="3.5" py="3">
        <HiddenPayloads />
      </Box>
    )
  if (count === 0 && !logs.loading && state.sections.length < 2)
    return (
      <Box px="3.5" py="3" color="ink.2">
        {task.started === null ? attemptMessages.notStartedLog : attemptMessages.noLogs}
      </Box>
    )
  return (
    <>
      {!peek && <LogTools state={state} onDownload={() => downloadLog(task.name, lines ?? [])} />}
      <Box
        ref={box}
        onScroll={onScroll}
        onWheel={release}
        onPointerDown={release}
        onKeyDown={release}
        role="region"
        aria-label={attemptMessages.tabs.log}
        aria-busy={logs.loading}
        tabIndex={0}
        flex="1"
        minH="0"
        overflowY="auto"
        textStyle="mono"
        lineHeight={`${LINE_HEIGHT}px`}
        css={logRowStyles}
      >
        <chakra.ol listStyleType="none" position="relative" style={long ? { height } : undefined}>
          {long
            ? virtualizer.getVirtualItems().map(({ index, start }) =>
                draw(rows[index]!, index, {
                  style: {
                    position: 'absolute',
                    insetInline: 0,
                    top: 0,
                    transform: `translateY(${start}px)`,
                  },
                  ref: virtualizer.measureElement,
                }),
              )
            : rows.map((row, index) => draw(row, index))}
        </chakra.ol>
      </Box>
      {!peek && (
        <Flex
          align="center"
          justify="space-between"
          gap="2"
          px="3.5"
          minH="9"
          borderTopWidth="1px"
          color="ink.2"
          textStyle="xs"
          flexShrink="0"
        >
          <span>
            {attemptMessages.lines(count)}
            {logs.whole && `, ${attemptMessages.allOfIt}`}
          </span>
          {!isTerminalTask(task.status) && !follow && (
            <Button size="xs" variant="ghost" onClick={() => setFollow(true)}>
              <ArrowDownToLine /> {attemptMessages.toEnd}
            </Button>
          )}
        </Flex>
      )}
    </>
  )
}

const isLine = (row: SectionRow, number: number) => row.kind === 'line' && row.line.number === number

/** Scrolls only the log: the page stays where it is. */
function scrollInto(box: HTMLElement | null, line: HTMLElement | undefined): void {
  if (!box || !line) return
  const middle = line.offsetTop - Math.max(0, box.clientHeight - line.offsetHeight) / 2
  // The first line in view is a whole one.
  const first = [...box.querySelectorAll('li')].find(({ offsetTop }) => offsetTop >= middle)
  box.scrollTop = first?.offsetTop ?? 0
}
