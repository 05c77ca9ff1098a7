import { Box, Button, Flex } from '@chakra-ui/react'
import { ChartGantt, PanelRight, Table2, Workflow } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { runMessages } from '#shared/domains/workqueues/run-messages.ts'
import { GraphSkeleton } from '#web/graph/graph-skeleton.tsx'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { Segments } from '#web/ui/form/segments.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { runViews, type RunView } from './run-address.ts'
import { StateCounts, StateStrip } from './run-states.tsx'
import type { RunViewProps } from './run-view.ts'
import { countStates } from './states.ts'

const ViewPlace = () => <GraphSkeleton height="420px" />
const GraphView = lazyPart(async () => {
  // Both files at once: the view needs the graph as soon as it is there.
  const [{ GraphView }] = await Promise.all([
    import('./graph/graph-view.tsx'),
    import('#web/graph/task-graph.tsx'),
  ])
  return GraphView
}, ViewPlace)
const TimelineView = lazyPart(
  async () => (await import('./timeline/timeline-view.tsx')).TimelineView,
  ViewPlace,
)

const icons = { graph: <Workflow />, timeline: <ChartGantt />, table: <Table2 /> }

const views = runViews.map((value) => ({ value, label: runMessages.view[value], icon: icons[value] }))

interface RunPanelProps extends RunViewProps {
  view: RunView
  onView(view: RunView): void
  onStatus(status: string): void
  /** The table of tasks. */
  table: ReactNode
  /** Whether the details of the run stand beside; null where there is no room for them. */
  beside: boolean | null
  onBeside(beside: boolean): void
}

/** A run in one of its views, under the number of its tasks in each state. */
export function RunPanel({ view, onView, onStatus, table, beside, onBeside, ...shown }: RunPanelProps) {
  const { tasks, status } = shown
  const counts = useMemo(() => countStates(tasks), [tasks])
  return (
    <Panel padded={false} fill>
      <Box css={{ containerType: 'inline-size' }} borderBottomWidth="1px" borderColor="line.soft">
        <Flex align="center" gap="2" wrap="wrap" px="3.5" pt="2.5" pb={{ base: '2.5', sm: '0' }}>
          <Flex order={{ base: 3, sm: 0 }} width={{ base: 'full', sm: 'auto' }} me={{ sm: 'auto' }}>
            <Segments
              label={runMessages.views}
              options={views}
              value={view}
              onChange={onView}
              iconsBelow={560}
              wordsOnPhone
            />
          </Flex>
          <StateCounts counts={counts} status={status} onStatus={onStatus} />
          {beside !== null && (
            <Button
              variant="ghost"
              size="sm"
              px="1"
              aria-label={runMessages.showWorkqueue}
              title={runMessages.showWorkqueue}
              aria-pressed={beside}
              color={beside ? 'accent' : undefined}
              onClick={() => onBeside(!beside)}
            >
              <PanelRight />
            </Button>
          )}
        </Flex>
        {/* A phone has no room for it: the counts say the same. */}
        <Box px="3.5" pt="2" pb="2.5" hideBelow="sm">
          <StateStrip counts={counts} onStatus={onStatus} />
        </Box>
      </Box>
      {view === 'table' && table}
      {view === 'graph' && <GraphView {...shown} />}
      {view === 'timeline' && <TimelineView {...shown} />}
    </Panel>
  )
}
