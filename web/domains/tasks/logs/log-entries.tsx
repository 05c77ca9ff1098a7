import { useDeferredValue, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { MANY_LOGS } from '#shared/domains/tasks/rules.ts'
import type { LogLine } from '../task.ts'
import { LogList } from './log-list.tsx'
import { LogToolbar } from './log-toolbar.tsx'
import { logLevels, linkedLogId, logRows, logText, matchingKeys } from './log-view.ts'

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
  const download = () => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([logText(logs)], { type: 'text/plain' }))
    link.download = `${task}.log`
    link.click()
    URL.revokeObjectURL(link.href)
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
          levels={logLevels(logs)}
          level={level}
          onLevel={setLevel}
          follow={follow}
          onFollow={setFollow}
          onDownload={download}
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
