import { useMemo, useState } from 'react'
import { keyInputsOf, type KeyInput } from '#shared/domains/workqueues/list-rows.ts'
import { useFeature } from '#web/lib/features.ts'
import { CARDS_PX, useNarrowerThan, WIDE_PX } from '#web/lib/use-media.ts'
import { StatusBadge } from '#web/ui/display/status.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { RunCause, RunDuration, RunName, RunText, TaskStrip } from './run-cells.tsx'
import type { WorkqueueListRow } from './use-workqueue-list.ts'

/** What the platform answers of a run in lists, and what there is room for. */
interface ColumnOptions {
  strips: boolean
  causes: boolean
  /** Where there is no room for a column of causes the short form is below the description. */
  shortCauses: boolean
  inputs: ReadonlyMap<string, readonly KeyInput[]>
}

const noInputs: readonly KeyInput[] = []

/** The columns of the Workqueues screen. Their widths leave the cause what the others do not need. */
function workqueueColumns({
  strips,
  causes,
  shortCauses,
  inputs,
}: ColumnOptions): Column<WorkqueueListRow>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      width: causes ? '13.5%' : '22%',
      primary: true,
      fixed: true,
      render: (row) => <RunName row={row} />,
    },
    {
      key: 'description',
      header: 'Description',
      width: causes ? '22%' : '36%',
      fixed: true,
      card: 'line',
      render: (row) => <RunText row={row} inputs={inputs.get(row.id) ?? noInputs} shortCause={shortCauses} />,
    },
    ...(strips ? [tasksColumn] : []),
    ...(causes ? [causeColumn] : []),
    {
      key: 'created',
      header: 'Created',
      width: causes ? '126px' : '15%',
      muted: true,
      card: 'start',
      render: (row) => <RelativeTime value={row.created} />,
    },
    {
      key: 'duration',
      header: 'Duration',
      width: causes ? '100px' : '12%',
      card: 'end',
      render: (row) => <RunDuration row={row} />,
    },
    {
      key: 'status',
      header: 'Status',
      width: causes ? '122px' : '15%',
      card: 'head',
      render: (row) => <StatusBadge status={row.status} />,
    },
  ]
}

const tasksColumn: Column<WorkqueueListRow> = {
  key: 'tasks',
  header: 'Tasks',
  width: '100px',
  card: 'line',
  render: (row) => <TaskStrip strip={row.strip} counts={row.taskCounts} />,
}

const causeColumn: Column<WorkqueueListRow> = {
  key: 'cause',
  header: 'What happens',
  fixed: true,
  card: 'first',
  render: (row) => <RunCause row={row} />,
}

/** The columns for this platform, this width and these rows. */
export function useWorkqueueColumns(rows: readonly WorkqueueListRow[]): Column<WorkqueueListRow>[] {
  // A card has the sentence instead.
  const strips = useFeature('attempts')
  const hasCauses = useFeature('why')
  const areCards = useNarrowerThan(CARDS_PX)
  const hasRoom = !useNarrowerThan(WIDE_PX) || areCards
  // A live change of a row changes no column.
  const [known, setKnown] = useState(rows)
  if (!haveSameInputs(known, rows)) setKnown(rows)
  const inputs = useMemo(() => keyInputsOf(known), [known])
  return useMemo(
    () =>
      workqueueColumns({
        strips: strips && hasRoom && !areCards,
        causes: hasCauses && hasRoom,
        shortCauses: hasCauses && !hasRoom,
        inputs,
      }),
    [strips, hasCauses, hasRoom, areCards, inputs],
  )
}

const haveSameInputs = (before: readonly WorkqueueListRow[], now: readonly WorkqueueListRow[]): boolean =>
  before === now ||
  (before.length === now.length &&
    now.every((row, place) => row.id === before[place]?.id && row.inputs === before[place].inputs))
