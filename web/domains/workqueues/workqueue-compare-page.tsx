import { Box, Button, Skeleton, Stack } from '@chakra-ui/react'
import { lazy, Suspense, useState } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom'
import { compareMessages } from '#shared/domains/workqueues/compare-messages.ts'
import { isTerminal } from '#shared/domains/workqueues/live-list.ts'
import { workqueueMessages } from '#shared/domains/workqueues/messages.ts'
import { runKeys } from '#shared/domains/workqueues/run-messages.ts'
import { useApp } from '#web/lib/current-app.tsx'
import { PHONE_PX, useNarrowerThan } from '#web/lib/use-media.ts'
import { useQueryState } from '#web/lib/query-string.ts'
import { useKeys } from '#web/lib/use-keys.ts'
import { paths } from '#web/paths.ts'
import { LiveMark } from '#web/realtime/live-mark.tsx'
import { CopyButton } from '#web/ui/display/copy-button.tsx'
import { ShortId, shortId } from '#web/ui/display/short-id.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { EmptyState, FailedState } from '#web/ui/feedback/placeholders.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { type CompareTab, formatCompareParams, parseCompareParams } from './compare/compare-params.ts'
import { ComparedRuns } from './compare/compared-runs.tsx'
import { DivergenceBanner } from './compare/divergence-banner.tsx'
import { TaskComparison } from './compare/task-comparison.tsx'
import { isOfSamePlan } from './compare/operations.ts'
import type { ComparedRun } from './compare/task-pairs.ts'
import { useComparison } from './compare/use-comparison.ts'
import { useLastGood } from './compare/use-last-good.ts'
import type { Reads } from './detail/run-facts.tsx'
import { useWorkqueue } from './detail/use-workqueue.ts'

// Below the tasks: the page is shown before it is loaded.
const CompareTabs = lazy(async () => ({ default: (await import('./compare/compare-tabs.tsx')).CompareTabs }))
const RunPicker = lazy(async () => ({ default: (await import('./compare/run-picker.tsx')).RunPicker }))

/** In the address in place of a run: the last good one of the same plan. */
const LAST_GOOD = 'last-good'

/** Two runs side by side: where they diverged first, their tasks, plan, initial state and outputs. Live. */
export function WorkqueueComparePage() {
  const { id: appId = '', workqueue = '', other = LAST_GOOD } = useParams()
  // The key resets all state when the address changes to other runs.
  return <ComparePage key={`${workqueue} ${other}`} appId={appId} id={workqueue} otherId={other} />
}

function ComparePage({ appId, id, otherId }: { appId: string; id: string; otherId: string }) {
  const { search } = useLocation()
  const self = useWorkqueue(appId, id, { untilEnded: true })
  const run = self.workqueue
  if (self.error)
    return (
      <Frame id={id} name={compareMessages.title}>
        <FailedState message={failText(workqueueMessages.loadFailed, self.error)} onRetry={self.reread} />
      </Frame>
    )
  if (!run) return <CompareSkeleton id={id} />
  if (run.appId !== appId) return <Navigate to={paths.compare(run.appId, id, otherId) + search} replace />
  if (otherId === LAST_GOOD) return <LastGood run={run} />
  if (otherId === id) return <NoOther run={run} text={compareMessages.sameRun} />
  return <WithOther run={run} otherId={otherId} reads={self.reads} reread={self.reread} />
}

/** Leads to the comparison with the last good run of the plan. */
function LastGood({ run }: { run: ComparedRun }) {
  const { search } = useLocation()
  const found = useLastGood(run)
  if (found === undefined) return <CompareSkeleton id={run.id} />
  if (found === null) return <NoOther run={run} text={compareMessages.noneCompleted} />
  return <Navigate to={paths.compare(run.appId, run.id, found.id) + search} replace />
}

function useChoice(run: ComparedRun) {
  const navigate = useNavigate()
  return (id: string) => void navigate(paths.compare(run.appId, run.id, id))
}

/** There is nothing to compare a run with yet. */
function NoOther({ run, text }: { run: ComparedRun; text: string }) {
  const [choosing, setChoosing] = useState(false)
  const choose = useChoice(run)
  return (
    <Frame id={run.id} name={run.name}>
      <Box bg="surface" borderWidth="1px" borderRadius="lg">
        <EmptyState
          title={text}
          description={compareMessages.about}
          action={
            <Button variant="solid" onClick={() => setChoosing(true)}>
              {compareMessages.another}
            </Button>
          }
        />
      </Box>
      {choosing && (
        <RunPicker run={run} current={null} onChoose={choose} onClose={() => setChoosing(false)} />
      )}
    </Frame>
  )
}

function WithOther({
  run,
  otherId,
  reads,
  reread,
}: {
  run: ComparedRun
  otherId: string
  reads: Reads
  reread(): void
}) {
  const other = useWorkqueue(run.appId, otherId, { untilEnded: true })
  const [choosing, setChoosing] = useState(false)
  const choose = useChoice(run)
  const picker = choosing && (
    <Suspense>
      <RunPicker run={run} current={otherId} onChoose={choose} onClose={() => setChoosing(false)} />
    </Suspense>
  )
  const another = (
    <Button height={{ base: '10', sm: '8' }} onClick={() => setChoosing(true)}>
      {compareMessages.another}
    </Button>
  )
  if (other.error)
    return (
      <Frame id={run.id} name={run.name} actions={another}>
        <FailedState message={failText(workqueueMessages.loadFailed, other.error)} onRetry={other.reread} />
        {picker}
      </Frame>
    )
  if (!other.workqueue) return <CompareSkeleton id={run.id} name={run.name} />
  return (
    <>
      <Comparison
        run={run}
        other={other.workqueue}
        another={another}
        failing={[reads, other.reads].find(({ failing }) => failing)}
        onReread={(id) => {
          if (id !== other.workqueue?.id) reread()
          if (id !== run.id) other.reread()
        }}
      />
      {picker}
    </>
  )
}

function Comparison({
  run,
  other,
  another,
  failing,
  onReread,
}: {
  run: ComparedRun
  other: ComparedRun
  another: React.ReactNode
  /** The reads of a run that fail. */
  failing: Reads | undefined
  /** Reads one of the runs again, or both. */
  onReread(runId?: string): void
}) {
  const navigate = useNavigate()
  const [query, change] = useQueryState(parseCompareParams, formatCompareParams, {
    // The tabs are at the end of the page.
    keepsScroll: true,
  })
  const shown = useComparison(run, other, query.swap)
  const [differing, setDiffering] = useState<readonly CompareTab[] | null>(null)
  const { runs } = shown.comparison
  // The runs change their places and their parts: the page is then about the other one.
  const swap = () =>
    void navigate(
      paths.compare(run.appId, other.id, run.id) + formatCompareParams({ ...query, swap: !query.swap }),
    )
  useKeys({ s: swap }, runKeys.swap)
  const isSamePlan = isOfSamePlan(run, other)
  const isLive = !isTerminal(run.status) || !isTerminal(other.status)
  const phone = useNarrowerThan(PHONE_PX)
  const banner = <DivergenceBanner shown={shown} differing={differing} onRestarted={onReread} />
  return (
    <Frame
      id={run.id}
      name={isSamePlan ? run.name : compareMessages.both(run.name, other.name)}
      badge={
        <>
          <Box as="span" color="ink.2">
            <ShortId id={run.id} />{' '}
            {shown.isLastGood ? compareMessages.besideLastGood : compareMessages.beside}{' '}
            <ShortId id={other.id} /> {isSamePlan ? shown.goodChoice : compareMessages.ofAnotherPlan}
          </Box>
          {(isLive || failing) && <LiveMark listening {...failing} onReadAgain={() => onReread()} />}
        </>
      }
      actions={
        <>
          {another}
          <Box css={{ '& > button': { width: 'full', height: { base: '10', sm: '8' }, px: '3' } }}>
            <CopyButton
              label={compareMessages.copyLink}
              caption={compareMessages.copyLink}
              text={() => window.location.href}
            />
          </Box>
        </>
      }
    >
      <Stack gap="3">
        {/* On a phone the cards of the runs would leave no room for it on the screen. */}
        {phone && banner}
        <ComparedRuns runs={runs} here={shown.here} isLastGood={shown.isLastGood} onSwap={swap} />
        {!phone && banner}
        <TaskComparison shown={shown} only={query.only} onOnly={(only) => change({ only })} />
        <Suspense fallback={<Skeleton height="160px" borderRadius="lg" />}>
          <CompareTabs
            runs={runs}
            tab={query.tab}
            onTab={(tab) => change({ tab })}
            onDiffering={setDiffering}
          />
        </Suspense>
      </Stack>
    </Frame>
  )
}

/** Head and breadcrumb of the page. */
function Frame({
  id,
  name,
  badge,
  actions,
  children,
}: {
  id: string
  name?: string
  badge?: React.ReactNode
  actions?: React.ReactNode
  children: React.ReactNode
}) {
  const app = useApp()
  return (
    <>
      <PageHead
        crumbs={[
          { label: 'Apps', to: paths.apps() },
          { label: app.name, to: paths.workqueues(app.id) },
          { label: shortId(id), to: paths.workqueue(app.id, id) },
          { label: compareMessages.title },
        ]}
        title={name || <Skeleton as="span" display="block" width="220px" height="5" my="1" />}
        badge={badge}
        actions={actions}
      />
      {children}
    </>
  )
}

/** The page while its runs are loading, in the final layout. */
function CompareSkeleton({ id, name }: { id: string; name?: string }) {
  return (
    <Box aria-busy>
      <Frame id={id} name={name ?? ''}>
        <Stack gap="3" role="status" aria-label={compareMessages.loading}>
          <Stack direction={{ base: 'column', md: 'row' }} gap="14">
            <Skeleton height="14" borderRadius="lg" flex="1" />
            <Skeleton height="14" borderRadius="lg" flex="1" />
          </Stack>
          <Skeleton height="24" borderRadius="lg" />
          <Skeleton height="360px" borderRadius="lg" />
          <Skeleton height="160px" borderRadius="lg" />
        </Stack>
      </Frame>
    </Box>
  )
}
