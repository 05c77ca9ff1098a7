import { Button } from '@chakra-ui/react'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { canMoveTogether, isRestartable } from '#shared/domains/tasks/rules.ts'
import { graphMessages } from '#shared/domains/workqueues/graph-messages.ts'
import { useRights } from '#web/lib/rights.tsx'
import type { TaskDetail } from '#web/domains/tasks/task.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import type { ReasonGroup } from '../reason-groups.ts'
import { ClockTime } from './clock-time.tsx'
import { useInspector } from './inspector-context.ts'
import { InspectorRow } from './inspector-row.tsx'
import { firstOf, placeWords } from './inspector-rows.ts'

/** Rows of a group and of a plain list before and between "N more". */
const ROWS = { group: 4, list: 12, more: 50 } as const

const { columns } = graphMessages

/** The rows, under their reasons when they have failed. A reason of one task has no heading. */
export function InspectorTable({
  label,
  tasks,
  groups,
  mark,
}: {
  label: string
  tasks: readonly TaskDetail[]
  groups: readonly ReasonGroup[] | null
  mark: string | null
}) {
  const { run, checked, setChecked } = useInspector()
  const restartable = tasks.filter((task) => isRestartable(task.status, run.status))
  const chosen = restartable.filter(({ id }) => checked.has(id)).length
  const isAll = chosen > 0 && chosen === restartable.length
  const grouped = groups?.filter((group) => group.tasks.length > 1) ?? []
  const single = groups
    ? groups.filter((group) => group.tasks.length === 1).flatMap((group) => group.tasks)
    : tasks
  return (
    <table className="inspector-table" aria-label={label}>
      <thead>
        <tr>
          <th className="inspector-check">
            {restartable.length > 0 && (
              <Checkbox
                hideLabel
                label={graphMessages.selectAll}
                checked={isAll}
                indeterminate={chosen > 0 && !isAll}
                onChange={(all) => setChecked(new Set(all ? restartable.map(({ id }) => id) : []))}
              />
            )}
          </th>
          <th>{columns.task}</th>
          <th className="inspector-input">{columns.input}</th>
          <th className="inspector-log">{columns.log}</th>
          <th className="inspector-attempts">{columns.attempts}</th>
          <th className="inspector-worker">{columns.worker}</th>
          <th className="inspector-time">{mark === 'failed' ? columns.ended : columns.endedAt}</th>
          <th className="inspector-duration">{columns.duration}</th>
          <th>
            <span className="inspector-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      {grouped.map((group) => (
        <Group key={group.key} group={group} />
      ))}
      {single.length > 0 && (
        <tbody>
          <Rows tasks={single} first={ROWS.list} heading={null} />
        </tbody>
      )}
    </table>
  )
}

function Group({ group }: { group: ReasonGroup }) {
  const { run, restarts } = useInspector()
  const [open, setOpen] = useState(true)
  const restartable = group.tasks.filter((task) => isRestartable(task.status, run.status))
  const first = group.tasks.flatMap(({ ended }) => ended ?? []).sort()[0]
  const place = placeWords(group.tasks)
  const Chevron = open ? ChevronDown : ChevronRight
  const { mayChange } = useRights()
  return (
    <tbody>
      <tr className="inspector-group">
        <th colSpan={9} scope="rowgroup">
          <div>
            <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
              <Chevron size={14} />
              <span className="inspector-reason">{group.title || graphMessages.noReason}</span>
            </button>
            <span className="inspector-facts">
              <b>{group.tasks.length.toLocaleString('en')}</b> tasks{place && `, ${place}`}
              {first && ', first '}
              {first && <ClockTime value={first} />}
            </span>
            {restartable.length > 0 && mayChange && (
              <span className="inspector-fix">
                {canMoveTogether(restartable) && (
                  <Button size="xs" variant="ghost" onClick={() => restarts.restartWithAlias(restartable)}>
                    {taskMessages.onAnotherAlias}
                  </Button>
                )}
                <Button
                  size="xs"
                  disabled={restartable.every(({ id }) => restarts.held.has(id))}
                  onClick={() => restarts.restartMany(restartable)}
                >
                  {graphMessages.restart(restartable.length)}
                </Button>
              </span>
            )}
          </div>
        </th>
      </tr>
      {open && <Rows tasks={group.tasks} first={ROWS.group} heading={group.title} />}
    </tbody>
  )
}

function Rows({
  tasks,
  first,
  heading,
}: {
  tasks: readonly TaskDetail[]
  first: number
  heading: string | null
}) {
  const { selected } = useInspector()
  const [count, setCount] = useState(first)
  const shown = firstOf(tasks, count, selected)
  const left = tasks.length - shown.length
  return (
    <>
      {shown.map((task) => (
        <InspectorRow key={task.id} task={task} heading={heading} />
      ))}
      {left > 0 && (
        <tr className="inspector-more">
          <td colSpan={9}>
            <button type="button" onClick={() => setCount(count + ROWS.more)}>
              {graphMessages.more(left)}
            </button>
          </td>
        </tr>
      )}
    </>
  )
}
