import { Button } from '@chakra-ui/react'
import { Grid3x3, SearchX } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { gridMessages } from '#shared/domains/workqueues/grid-messages.ts'
import { isTerminal } from '#shared/domains/workqueues/live-list.ts'
import { gridLetters } from '#shared/domains/workqueues/statuses.ts'
import { workqueueTasksSubscription } from '#web/domains/tasks/operations.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { useOfNow } from '#web/lib/use-time.ts'
import { knownUntil } from '#web/realtime/live-status.ts'
import { useLive } from '#web/realtime/use-live.ts'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'
import { gridColumns } from './grid-columns.ts'
import { GridLegend } from './grid-foot.tsx'
import type { GridParams } from './grid-params.ts'
import { type GridRow, gridRows } from './grid-rows.ts'
import type { PlanGrid } from './operations.ts'
import { RunGrid } from './run-grid.tsx'

// Only where a task waits.
const UnpolledQueues = lazyPart(
  async () => (await import('./unpolled-queues.tsx')).UnpolledQueues,
  () => null,
)

/** Runs under way whose tasks are followed; more are read again every ten seconds. */
const FOLLOWED = 5

/** The runs of a plan against its tasks, or why there is nothing to show. */
export function PlanRuns({
  appId,
  grid,
  query,
  onChange,
  onChanged,
  runPlan,
}: {
  appId: string
  grid: PlanGrid
  query: GridParams
  onChange(change: Partial<GridParams>): void
  /** A run has changed. */
  onChanged(): void
  /** The button that runs the plan. */
  runPlan: React.ReactNode
}) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const underWay = grid.runs.filter(({ status }) => !isTerminal(status))
  const waits = underWay.some(({ marks }) => marks.includes(gridLetters.queued))
  const [unpolled, setUnpolled] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => gridRows(grid, open, unpolled), [grid, open, unpolled])
  const isActive = underWay.some(({ activeSince }) => activeSince !== null)
  // Whole seconds while a run is active; what is old does not age.
  const now = useOfNow(500, (time) => (isActive ? Math.floor(knownUntil(time) / 1000) * 1000 : 0))
  const columns = useMemo(() => gridColumns(grid, now), [grid, now])
  const toggle = useCallback(
    ({ group }: GridRow) =>
      setOpen((known) => {
        const next = new Set(known)
        if (group !== null && !next.delete(group)) next.add(group)
        return next
      }),
    [],
  )
  if (grid.runs.length === 0) return <NoRuns query={query} onChange={onChange} runPlan={runPlan} />
  return (
    <>
      {waits && <UnpolledQueues onKnown={setUnpolled} />}
      {underWay.slice(0, FOLLOWED).map(({ id }) => (
        <FollowTasks key={id} appId={appId} id={id} onChanged={onChanged} />
      ))}
      <RunGrid
        appId={appId}
        label={gridMessages.label(grid.plan.name)}
        columns={columns}
        rows={rows}
        usualMs={grid.expected?.medianMs ?? null}
        onToggle={toggle}
        onChanged={onChanged}
      />
      <GridLegend usualMs={grid.expected?.medianMs ?? null} />
    </>
  )
}

/** Says when a task of a run under way has changed. */
function FollowTasks({ appId, id, onChanged }: { appId: string; id: string; onChanged(): void }) {
  const variables = useMemo(() => ({ appId, id }), [appId, id])
  useLive({
    query: workqueueTasksSubscription,
    variables,
    pause: false,
    // The subscription to the runs reads everything again after a gap.
    reread: nothing,
    onEvent: onChanged,
  })
  return null
}

const nothing = () => undefined

/** No run, or none that matches the filters. */
function NoRuns({
  query,
  onChange,
  runPlan,
}: {
  query: GridParams
  onChange(change: Partial<GridParams>): void
  runPlan: React.ReactNode
}) {
  if (query.failed || query.tags.length > 0)
    return (
      <EmptyState
        icon={<SearchX size={20} />}
        title={query.tags.length > 0 ? gridMessages.noMatch : gridMessages.noFailed}
        action={<Button onClick={() => onChange({ failed: false, tags: [] })}>{gridMessages.clear}</Button>}
      />
    )
  return (
    <EmptyState
      icon={<Grid3x3 size={20} />}
      title={gridMessages.empty}
      description={gridMessages.emptyText}
      action={runPlan}
    />
  )
}
