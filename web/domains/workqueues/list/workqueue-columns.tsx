import { useMemo, useState } from 'react'
import { parseSearch } from '#shared/domains/search/query.ts'
import { type KeyInput, keyInputsOf } from '#shared/domains/workqueues/key-inputs.ts'
import { stripFits } from '#shared/domains/workqueues/list-rows.ts'
import { listColumns } from '#shared/domains/workqueues/list-columns.ts'
import { useFeature } from '#web/lib/features.ts'
import { CARDS_PX, useNarrowerThan, WIDE_PX } from '#web/lib/use-media.ts'
import { StatusBadge } from '#web/ui/display/status.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { moreColumns } from './more-columns.tsx'
import { RunCause, RunDuration, RunName, RunText, TaskStrip } from './run-cells.tsx'
import type { WorkqueueListRow } from './use-workqueue-list.ts'

/** What the platform answers of a run in lists, and what there is room for. */
interface ColumnOptions {
  strips: boolean
  causes: boolean
  notes: boolean
  /**
   * Room for the strip of tasks, for the cause (without it the short cause is below the description), and for most
   * descriptions beside a cause of two lines.
   */
  room: Record<'strips' | 'causes' | 'descriptions', boolean>
  /** Rows are cards: inputs are beside the id. */
  cards: boolean
  inputs: ReadonlyMap<string, readonly KeyInput[]>
  /** Whether reads of the rows fail. */
  stale: boolean
}

/** From this width on a row has whole sentences, as in its styles. */
const DESCRIPTIONS_PX = 1440

const noInputs: readonly KeyInput[] = []

/** The columns of the Workqueues screen. Their widths leave the cause what the others do not need. */
function workqueueColumns({
  strips,
  causes,
  notes,
  room,
  cards,
  inputs,
  stale,
}: ColumnOptions): Column<WorkqueueListRow>[] {
  const narrow = causes && room.causes
  const inputsOf = (row: WorkqueueListRow) => inputs.get(row.id) ?? noInputs
  return [
    {
      key: 'name',
      header: listColumns.name,
      width: narrow ? '14%' : '22%',
      primary: true,
      fixed: true,
      render: (row) => <RunName row={row} inputs={cards ? inputsOf(row) : noInputs} />,
    },
    {
      key: 'description',
      header: listColumns.description,
      width: narrow ? (room.descriptions ? '25%' : '20%') : '36%',
      fixed: true,
      card: 'line',
      render: (row) => (
        <RunText row={row} inputs={cards ? noInputs : inputsOf(row)} shortCause={causes && !room.causes} />
      ),
    },
    ...(strips ? [{ ...tasksColumn(stale), noRoom: !room.strips }] : []),
    ...(causes ? [{ ...causeColumn, noRoom: !room.causes }] : []),
    {
      key: 'created',
      header: listColumns.created,
      width: narrow ? '120px' : '15%',
      muted: true,
      sortable: 'descending',
      card: 'start',
      word: true,
      render: (row) => <RelativeTime value={row.created} />,
    },
    {
      key: 'duration',
      header: listColumns.duration,
      width: narrow ? '90px' : '12%',
      card: 'end',
      word: true,
      render: (row) => <RunDuration row={row} />,
    },
    {
      key: 'status',
      header: listColumns.status,
      width: narrow ? '116px' : '15%',
      card: 'head',
      render: (row) => <StatusBadge status={row.status} />,
    },
    ...moreColumns(inputsOf, notes),
  ]
}

/** In a stale list a run that has completed may still have the strip of its time before. */
const tasksColumn = (isStale: boolean): Column<WorkqueueListRow> => ({
  key: 'tasks',
  header: listColumns.tasks,
  width: '88px',
  card: 'line',
  render: (row) =>
    isStale && !stripFits(row) ? null : <TaskStrip strip={row.strip} counts={row.taskCounts} />,
})

const causeColumn: Column<WorkqueueListRow> = {
  key: 'cause',
  header: listColumns.cause,
  fixed: true,
  card: 'first',
  render: (row) => <RunCause row={row} />,
}

/** The columns for this platform, this width and these rows, which were found by a search and may be stale. */
export function useWorkqueueColumns(
  rows: readonly WorkqueueListRow[],
  search: string,
  stale: boolean,
): Column<WorkqueueListRow>[] {
  const strips = useFeature('attempts')
  const causes = useFeature('why')
  const notes = useFeature('notes')
  // A card has the sentence instead of the strip.
  const areCards = useNarrowerThan(CARDS_PX)
  const isWide = !useNarrowerThan(WIDE_PX)
  const descriptions = !useNarrowerThan(DESCRIPTIONS_PX)
  // A live change of a row changes no column.
  const [known, setKnown] = useState(rows)
  if (!haveSameInputs(known, rows)) setKnown(rows)
  const searched = useMemo(() => searchedInputs(search), [search])
  const inputs = useMemo(() => keyInputsOf(known, searched), [known, searched])
  return useMemo(() => {
    const room = { strips: isWide, causes: isWide || areCards, descriptions }
    return workqueueColumns({ strips, causes, notes, room, cards: areCards, inputs, stale })
  }, [strips, causes, notes, isWide, descriptions, areCards, inputs, stale])
}

const searchedInputs = (search: string): Set<string> =>
  new Set(parseSearch(search).terms.flatMap((term) => (term.kind === 'state' ? [term.path] : [])))

const haveSameInputs = (before: readonly WorkqueueListRow[], now: readonly WorkqueueListRow[]): boolean =>
  before === now ||
  (before.length === now.length &&
    now.every((row, place) => row.id === before[place]?.id && row.inputs === before[place].inputs))
