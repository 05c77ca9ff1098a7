import { Box, Button, Flex, Input } from '@chakra-ui/react'
import { ChevronDown, ChevronUp, Download } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { MANY_LOGS } from '#shared/domains/tasks/rules.ts'
import { FilterSelect } from '#web/ui/form/filter-select.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import type { LogLine } from '../task.ts'
import { LogList } from './log-list.tsx'
import { downloadLog, linkedLogId, occurringLevels, logRows, matchingKeys } from './log-view.ts'

/**
 * The log of a task, oldest entry first, with search, level filter, follow and download. The entry that the
 * address names (`#log-{id}`) is scrolled into view.
 */
export function LogEntries({
  task,
  logs,
  onTrace,
}: {
  /** Name of the task. */
  task: string
  logs: readonly LogLine[]
  onTrace(log: LogLine): void
}) {
  const linked = linkedLogId(useLocation().hash)
  const [level, setLevel] = useState<string[]>([])
  const [find, setFind] = useState('')
  const [step, setStep] = useState(0)
  const [follow, setFollow] = useState(() => !logs.some((log) => log.id === linked))
  const found = useDeferredValue(find)
  const rows = useMemo(() => logRows(logs, level), [logs, level])
  const matches = useMemo(() => matchingKeys(rows, found), [rows, found])
  // The steps wrap around in both directions.
  const at = matches.length === 0 ? 0 : ((step % matches.length) + matches.length) % matches.length
  const look = (text: string) => {
    setFind(text)
    setStep(0)
    if (text !== '') setFollow(false)
  }
  return (
    <>
      {logs.length > MANY_LOGS && (
        <LogToolbar
          task={task}
          find={find}
          onFind={look}
          at={at}
          matches={matches.length}
          onStep={(by) => setStep(at + by)}
          levels={occurringLevels(logs)}
          level={level}
          onLevel={setLevel}
          follow={follow}
          onFollow={setFollow}
          onDownload={() => downloadLog(task, logs)}
        />
      )}
      <LogList
        label={`Logs of ${task}`}
        rows={rows}
        target={found.trim() === '' ? linked : (matches[at] ?? null)}
        found={found}
        follow={follow}
        onFollow={setFollow}
        onTrace={onTrace}
      />
    </>
  )
}

/** Search, level filter, follow and download of the log of a task. */
function LogToolbar({
  task,
  find,
  onFind,
  at,
  matches,
  onStep,
  levels,
  level,
  onLevel,
  follow,
  onFollow,
  onDownload,
}: {
  task: string
  find: string
  onFind(text: string): void
  /** Index of the current match, from 0, and the number of matches. */
  at: number
  matches: number
  onStep(by: 1 | -1): void
  /** The levels that occur in the log. */
  levels: string[]
  level: string[]
  onLevel(level: string[]): void
  follow: boolean
  onFollow(follow: boolean): void
  onDownload(): void
}) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1)
    if (event.key === 'Escape') onFind('')
  }
  const shown = matches === 0 ? taskMessages.nothingFound : `${at + 1} of ${matches.toLocaleString('en')}`
  return (
    <Flex align="center" gap="2" wrap="wrap" px="3.5" pb="2.5" role="search" aria-label={`Log of ${task}`}>
      <Input
        type="search"
        size="sm"
        width={{ base: 'full', sm: '220px' }}
        placeholder={taskMessages.find}
        aria-label={`${taskMessages.find}: ${task}`}
        value={find}
        onChange={(event) => onFind(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {find.trim() !== '' && (
        <Flex align="center" gap="1">
          <Box as="span" textStyle="xs" color="ink.2" aria-live="polite" fontVariantNumeric="tabular-nums">
            {shown}
          </Box>
          <Step label={taskMessages.previousMatch} disabled={matches === 0} onClick={() => onStep(-1)}>
            <ChevronUp />
          </Step>
          <Step label={taskMessages.nextMatch} disabled={matches === 0} onClick={() => onStep(1)}>
            <ChevronDown />
          </Step>
        </Flex>
      )}
      <FilterSelect
        label={taskMessages.level}
        options={levels.map((value) => ({ value, label: value }))}
        value={level}
        onChange={onLevel}
      />
      <Switch label={taskMessages.follow} checked={follow} onChange={onFollow} />
      <Button size="sm" variant="ghost" onClick={onDownload} aria-label={`${taskMessages.download}: ${task}`}>
        <Download /> {taskMessages.download}
      </Button>
    </Flex>
  )
}

function Step(props: { label: string; disabled: boolean; onClick(): void; children: React.ReactNode }) {
  const { label, ...button } = props
  return <Button size="xs" variant="ghost" px="1" aria-label={label} title={label} {...button} />
}
