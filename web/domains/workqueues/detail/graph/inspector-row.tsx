import { Button } from '@chakra-ui/react'
import { memo, useEffect, useRef } from 'react'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { isRestartable, markOfTask, taskDuration, versionAtHost } from '#shared/domains/tasks/rules.ts'
import { attemptCount } from '#shared/domains/tasks/why/attempts.ts'
import { graphMessages } from '#shared/domains/workqueues/graph-messages.ts'
import { runMessages } from '#shared/domains/workqueues/run-messages.ts'
import { shortDuration } from '#shared/lib/time-text.ts'
import { useRights } from '#web/lib/rights.tsx'
import { ElapsedTime } from '#web/domains/tasks/table/task-times.tsx'
import type { TaskDetail } from '#web/domains/tasks/task.ts'
import { CutText } from '#web/ui/display/cut-text.tsx'
import { StatusIcon } from '#web/ui/display/status.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { ClockTime } from './clock-time.tsx'
import { useInspector, useIsHovered } from './inspector-context.ts'
import { inputText, rowWords } from './inspector-rows.ts'

/** One task of a fan-out. Its square and its row are one selection. */
export const InspectorRow = memo(function InspectorRow({
  task,
  heading,
}: {
  task: TaskDetail
  /** The reason above the row; null without a heading. */
  heading: string | null
}) {
  const { run, input, selected, hasChosen, hovered, checked, setChecked, onSelect, restarts } = useInspector()
  const isHovered = useIsHovered(task.id)
  const isSelected = selected === task.id
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (isSelected && hasChosen) row.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isSelected, hasChosen])
  const restartable = isRestartable(task.status, run.status)
  const toggle = (on: boolean) => {
    const next = new Set(checked)
    if (on) next.add(task.id)
    else next.delete(task.id)
    setChecked(next)
  }
  const { mayChange } = useRights()
  return (
    <tr
      ref={row}
      className="inspector-row"
      data-selected={isSelected || undefined}
      data-hovered={isHovered || undefined}
      onPointerEnter={() => hovered.set(task.id)}
      onPointerLeave={() => hovered.set(null)}
      onClick={(event) => {
        // Its buttons act for themselves.
        if (!(event.target as Element).closest('button, input, label')) onSelect(task.id)
      }}
    >
      <td className="inspector-check">
        {restartable && (
          <Checkbox
            hideLabel
            label={graphMessages.select(task.name)}
            checked={checked.has(task.id)}
            onChange={toggle}
          />
        )}
      </td>
      <td className="inspector-task">
        <button
          type="button"
          // The parts of a cut name would be read as two words.
          aria-label={`${task.name}, ${markOfTask(task)}`}
          aria-current={isSelected || undefined}
          onClick={() => onSelect(task.id)}
        >
          <StatusIcon status={markOfTask(task)} />
          <CutText text={task.name} />
        </button>
      </td>
      <td className="inspector-input">{inputText(task, input)}</td>
      <td className="inspector-log">
        <LastWords task={task} heading={heading} />
      </td>
      <td className="inspector-attempts">{attemptsOf(task)}</td>
      <td className="inspector-worker">{versionAtHost(task.version, task.hostName)}</td>
      <td className="inspector-time">{task.ended && <ClockTime value={task.ended} />}</td>
      <td className="inspector-duration">
        <Duration task={task} />
      </td>
      <td className="inspector-actions">
        <span>
          <Button
            className="inspector-show-log"
            size="xs"
            variant="ghost"
            aria-label={`${runMessages.showLog}: ${task.name}`}
            onClick={() => onSelect(task.id)}
          >
            {runMessages.showLog}
          </Button>
          {restartable && mayChange && (
            <Button
              size="xs"
              aria-label={`${taskMessages.rerun}: ${task.name}`}
              loading={restarts.restarting === task.id}
              onClick={() => restarts.restart(task)}
            >
              {taskMessages.rerun}
            </Button>
          )}
        </span>
      </td>
    </tr>
  )
})

/** Its reason or the last line of its log; its cause where neither is known. */
function LastWords({ task, heading }: { task: TaskDetail; heading: string | null }) {
  const { logs, causes } = useInspector()
  const lines = logs.get(task.id)?.map(({ message }) => message) ?? []
  // A group has a heading, so nothing stands in for words that this has said already.
  const words = rowWords(task, lines, heading) ?? (task.reason ? undefined : causes.get(task.id)?.short)
  return <span title={words}>{words}</span>
}

function attemptsOf(task: TaskDetail): string {
  return attemptCount({ attempt: task.attempt, retry: task.retry as { max: number } | null }) ?? ''
}

function Duration({ task }: { task: TaskDetail }) {
  const duration = taskDuration(task)
  if (duration.kind === 'none') return null
  return duration.kind === 'running' ? (
    <ElapsedTime since={duration.since} />
  ) : (
    <>{shortDuration(duration.ms)}</>
  )
}
