import { Box, Button, Skeleton } from '@chakra-ui/react'
import { Grid3x3 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { gridMessages } from '#shared/domains/workqueues/grid-messages.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { useApp } from '#web/lib/current-app.tsx'
import { useFeature, useFeaturesKnown } from '#web/lib/features.ts'
import { paths } from '#web/paths.ts'
import { LiveMark } from '#web/realtime/live-mark.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { EmptyState, FailedState } from '#web/ui/feedback/placeholders.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { GridBar } from './grid/grid-bar.tsx'
import { GridKeys } from './grid/grid-foot.tsx'
import { type GridParams, useGridParams } from './grid/grid-params.ts'
import { PlanRuns } from './grid/plan-runs.tsx'
import { type GridPlans, useGridPlans } from './grid/use-grid-plans.ts'
import { usePlanGrid } from './grid/use-plan-grid.ts'

// It has an editor.
const PlanDialog = lazy(async () => ({ default: (await import('./create/plan-dialog.tsx')).PlanDialog }))

type Change = (change: Partial<GridParams>) => void

/** The last runs of a plan against its tasks, live. Without a plan in the address that of the one that `openingPlan` names. */
export function WorkqueueGridPage() {
  const app = useApp()
  const offered = useFeature('stats')
  const known = useFeaturesKnown()
  if (!offered && known) return <Navigate to={paths.workqueues(app.id)} replace />
  if (!offered) return <PlanlessGrid appId={app.id} plans={undefined} />
  return <GridOfApp appId={app.id} />
}

function GridOfApp({ appId }: { appId: string }) {
  const [query, change] = useGridParams()
  const plans = useGridPlans(appId, query.plan)
  const { planId } = plans
  if (planId != null)
    return (
      <GridOfPlan key={planId} appId={appId} planId={planId} plans={plans} query={query} onChange={change} />
    )
  return <PlanlessGrid appId={appId} plans={plans} />
}

/** The page until its plan is known, or why it has none; `plans` is undefined until it is known whether there is a grid. */
function PlanlessGrid({ appId, plans }: { appId: string; plans: GridPlans | undefined }) {
  const [query, change] = useGridParams()
  const bar = (
    <GridBar appId={appId} plans={[]} planId={null} grid={undefined} query={query} onChange={change} />
  )
  if (plans?.failure)
    return (
      <Frame bar={bar}>
        <FailedState message={failText(gridMessages.loadPlansFailed, plans.failure)} onRetry={plans.reread} />
      </Frame>
    )
  if (plans?.planId === null)
    return (
      <Frame bar={bar}>
        <EmptyState
          icon={<Grid3x3 size={20} />}
          title={gridMessages.noPlan}
          description={gridMessages.noPlanText}
          action={
            <IfMayChange>
              <Button asChild variant="solid">
                <Link to={paths.createWorkqueue(appId)}>{gridMessages.runNew}</Link>
              </Button>
            </IfMayChange>
          }
        />
      </Frame>
    )
  // The buttons keep their place until it is known what they lead to.
  const actions = (
    <>
      <Button disabled>{gridMessages.openPlan}</Button>
      <IfMayChange>
        <Button variant="solid" disabled>
          {gridMessages.runPlan}
        </Button>
      </IfMayChange>
    </>
  )
  return (
    <Frame bar={bar} actions={actions}>
      <GridSkeleton />
    </Frame>
  )
}

function GridOfPlan({
  appId,
  planId,
  plans: { plans },
  query,
  onChange,
}: {
  appId: string
  planId: string
  plans: GridPlans
  query: GridParams
  onChange: Change
}) {
  const shown = usePlanGrid(appId, planId, query)
  const [running, setRunning] = useState(false)
  const { grid } = shown
  const runPlan = (
    <IfMayChange>
      <Button variant="solid" onClick={() => setRunning(true)}>
        {gridMessages.runPlan}
      </Button>
    </IfMayChange>
  )
  const isEmpty = grid?.runs.length === 0 && !query.failed && query.tags.length === 0
  return (
    <Frame
      badge={
        grid && (
          <LiveMark
            listening={shown.listening}
            failing={shown.failing}
            readAt={shown.failing ? (shown.readAt ?? undefined) : undefined}
            onReadAgain={shown.reread}
          />
        )
      }
      actions={
        <>
          <Button asChild>
            <Link to={paths.plan(planId)}>{gridMessages.openPlan}</Link>
          </Button>
          {!isEmpty && runPlan}
        </>
      }
      bar={
        <GridBar appId={appId} plans={plans} planId={planId} grid={grid} query={query} onChange={onChange} />
      }
      foot={grid && grid.runs.length > 0 && <GridKeys />}
      loading={shown.loading}
    >
      {grid ? (
        <PlanRuns
          appId={appId}
          grid={grid}
          query={query}
          onChange={onChange}
          onChanged={shown.refresh}
          runPlan={runPlan}
        />
      ) : shown.failure ? (
        <FailedState message={failText(gridMessages.loadFailed, shown.failure)} onRetry={shown.reread} />
      ) : (
        <GridSkeleton />
      )}
      {running && (
        <Suspense>
          <PlanDialog
            appId={appId}
            plan={{ id: planId, name: grid?.plan.name ?? gridMessages.runPlan }}
            onClose={() => setRunning(false)}
          />
        </Suspense>
      )}
    </Frame>
  )
}

/** Head and panel of the page. */
function Frame({
  badge,
  actions,
  bar,
  foot,
  loading = false,
  children,
}: {
  badge?: React.ReactNode
  actions?: React.ReactNode
  bar?: React.ReactNode
  foot?: React.ReactNode
  /** Something else is being read; the grid is still the old one. */
  loading?: boolean
  children: React.ReactNode
}) {
  const app = useApp()
  return (
    <>
      <PageHead
        crumbs={[
          { label: 'Apps', to: paths.apps() },
          { label: app.name, to: paths.workqueues(app.id) },
        ]}
        title={gridMessages.title}
        badge={badge}
        actions={actions}
      />
      {bar}
      <Box
        as="section"
        aria-label={gridMessages.title}
        aria-busy={loading}
        opacity={loading ? 0.6 : undefined}
        bg="surface"
        borderWidth="1px"
        borderRadius="lg"
        boxShadow="card"
      >
        {children}
      </Box>
      {foot}
    </>
  )
}

/** The grid while it is read, in its layout. */
function GridSkeleton() {
  return (
    <Box role="status" aria-label={gridMessages.loading} px="4" pt="4" pb="2">
      <Skeleton height="100px" width="full" mb="4" />
      {Array.from({ length: 12 }, (_, row) => (
        <Skeleton key={row} height="3" width="full" my="21px" />
      ))}
    </Box>
  )
}
