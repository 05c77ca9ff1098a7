import { Box, chakra, Flex, Grid, Skeleton } from '@chakra-ui/react'
import { useMemo } from 'react'
import { selectOutput } from '#shared/domains/workqueues/output.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import { Fact } from '#web/ui/display/facts.tsx'
import { HiddenPayloads } from '#web/ui/display/hidden-payloads.tsx'
import { useRights } from '#web/lib/rights.tsx'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { paths } from '#web/paths.ts'
import { StatusBadge } from '#web/ui/display/status.tsx'
import { Tag } from '#web/ui/display/tag.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { TimeInZones } from '#web/ui/time/moment.tsx'
import { setDuration } from '#shared/lib/time-text.ts'
import type { WorkqueueDetail } from './operations.ts'
import { shortId } from '#web/ui/display/short-id.tsx'

// Loaded lazily: the states stand at the end of the page.
const JsonTree = lazyPart(
  async () => (await import('#web/ui/editor/json-tree.tsx')).JsonTree,
  () => <Skeleton height="24px" />,
)

const RunSchedule = lazyPart(
  async () => (await import('./run-schedule.tsx')).RunSchedule,
  () => null,
)
const RunHook = lazyPart(
  async () => (await import('./run-hook.tsx')).RunHook,
  () => null,
)

const none = (
  <Box as="span" color="ink.3">
    -
  </Box>
)

/** The list of the app's workqueues that have a tag. */
function tagPath(appId: string, tag: string): string {
  return paths.workqueues(appId, `?tags=${encodeURIComponent(tag)}`)
}

/** The states and the fields of a workqueue side by side. */
export function RunInfo({ workqueue }: { workqueue: WorkqueueDetail }) {
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr) 320px' }} gap="3.5">
      <StatePanels workqueue={workqueue} />
      <WorkqueueInfo workqueue={workqueue} />
    </Grid>
  )
}

/** The fields of a workqueue beside its tasks. */
export function WorkqueueInfo({ workqueue }: { workqueue: WorkqueueDetail }) {
  return (
    <Panel title="Details">
      <chakra.dl
        display="grid"
        gridTemplateColumns="104px minmax(0, 1fr)"
        rowGap="2"
        columnGap="3"
        overflowWrap="anywhere"
      >
        <Fact label="Name">
          {workqueue.planId ? (
            <TextLink to={paths.plan(workqueue.planId)} title="The plan of this run">
              {workqueue.name}
            </TextLink>
          ) : (
            workqueue.name
          )}
        </Fact>
        <Fact label="Description">{workqueue.description || none}</Fact>
        <Fact label="Tags">
          {workqueue.tags.length === 0 ? (
            none
          ) : (
            <Flex as="span" gap="1.5" wrap="wrap">
              {workqueue.tags.map((tag) => (
                <TextLink key={tag} to={tagPath(workqueue.appId, tag)} title={`Workqueues tagged ${tag}`}>
                  <Tag label={tag} />
                </TextLink>
              ))}
            </Flex>
          )}
        </Fact>
        <Fact label="Started">{workqueue.started ? <TimeInZones value={workqueue.started} /> : none}</Fact>
        <Fact label="Ended">{workqueue.ended ? <TimeInZones value={workqueue.ended} /> : none}</Fact>
        {workqueue.deadlineMs && (
          <Fact label="Deadline">
            {setDuration(workqueue.deadlineMs)} after the start
            {workqueue.due && (
              <>
                , <TimeInZones value={workqueue.due} />
              </>
            )}
          </Fact>
        )}
        <Fact label="Status">
          <StatusBadge status={workqueue.status} />
        </Fact>
        {workqueue.createdBy && <Fact label="Started by">{workqueue.createdBy}</Fact>}
        {workqueue.scheduleId && (
          <RunSchedule
            appId={workqueue.appId}
            scheduleId={workqueue.scheduleId}
            scheduledFor={workqueue.scheduledFor}
          />
        )}
        {workqueue.hookId && <RunHook hookId={workqueue.hookId} />}
        {workqueue.rerunOf && (
          <Fact label="Re-run of">
            <TextLink
              to={paths.workqueue(workqueue.appId, workqueue.rerunOf)}
              fontFamily="mono"
              title={workqueue.rerunOf}
            >
              {shortId(workqueue.rerunOf)}
            </TextLink>
          </Fact>
        )}
      </chakra.dl>
    </Panel>
  )
}

/** The hash that leads to the state of a run. */
export const STATE_ANCHOR = '#state'

/** The initial state, and the output that `outputsDef` selects from the current state. */
export function StatePanels({
  workqueue,
}: {
  workqueue: Pick<WorkqueueDetail, 'initialState' | 'state' | 'outputsDef'>
}) {
  const output = useMemo(
    () => selectOutput(workqueue.outputsDef as Json | null, (workqueue.state ?? {}) as JsonObject),
    [workqueue.outputsDef, workqueue.state],
  )
  const { payloadsHidden } = useRights()
  return (
    <>
      <Panel title="Initial State" id={STATE_ANCHOR.slice(1)}>
        {payloadsHidden ? (
          <HiddenPayloads />
        ) : (
          <JsonTree value={workqueue.initialState ?? {}} label="Initial State" />
        )}
      </Panel>
      <Panel title="Output State">
        {payloadsHidden ? <HiddenPayloads /> : <JsonTree value={output} label="Output State" />}
      </Panel>
    </>
  )
}
