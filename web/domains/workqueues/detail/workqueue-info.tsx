import { Box, chakra, Flex, Grid } from '@chakra-ui/react'
import { type ReactNode, useMemo } from 'react'
import { selectOutput } from '#shared/domains/workqueues/rules.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import { paths } from '#web/paths.ts'
import { StatusBadge } from '#web/ui/display/status.tsx'
import { Tag } from '#web/ui/display/tag.tsx'
import { JsonTree } from '#web/ui/editor/json-tree.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { ExactTime } from '#web/ui/time/moment.tsx'
import type { WorkqueueDetail } from '../detail-operations.ts'
import { shortId } from './workqueue-head.tsx'

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <chakra.dt color="ink.3">{name}</chakra.dt>
      <chakra.dd minW="0" overflowWrap="anywhere">
        {children}
      </chakra.dd>
    </>
  )
}

const none = (
  <Box as="span" color="ink.3">
    -
  </Box>
)

/** The list of the app's workqueues that have a tag. */
export function tagPath(appId: string, tag: string): string {
  return paths.workqueues(appId, `?tags=${encodeURIComponent(tag)}`)
}

/** The fields of a workqueue beside its tasks. */
export function WorkqueueInfo({ run }: { run: WorkqueueDetail }) {
  return (
    <Panel title="Details">
      <chakra.dl display="grid" gridTemplateColumns="104px minmax(0, 1fr)" rowGap="2" columnGap="3">
        <Fact name="Name">
          {run.planId ? (
            <TextLink to={paths.plan(run.planId)} title="The plan of this run">
              {run.name}
            </TextLink>
          ) : (
            run.name
          )}
        </Fact>
        <Fact name="Description">{run.description || none}</Fact>
        <Fact name="Tags">
          {run.tags.length === 0 ? (
            none
          ) : (
            <Flex as="span" gap="1.5" wrap="wrap">
              {run.tags.map((tag) => (
                <TextLink key={tag} to={tagPath(run.appId, tag)} title={`Workqueues tagged ${tag}`}>
                  <Tag label={tag} />
                </TextLink>
              ))}
            </Flex>
          )}
        </Fact>
        <Fact name="Started">{run.started ? <ExactTime value={run.started} /> : none}</Fact>
        <Fact name="Ended">{run.ended ? <ExactTime value={run.ended} /> : none}</Fact>
        <Fact name="Status">
          <StatusBadge status={run.status} />
        </Fact>
        {run.createdBy && <Fact name="Started by">{run.createdBy}</Fact>}
        {run.rerunOf && (
          <Fact name="Re-run of">
            <TextLink to={paths.workqueue(run.appId, run.rerunOf)} fontFamily="mono" title={run.rerunOf}>
              {shortId(run.rerunOf)}
            </TextLink>
          </Fact>
        )}
      </chakra.dl>
    </Panel>
  )
}

/** The initial state, and the output that `outputsDef` selects from the current state. */
export function StatePanels({
  run,
}: {
  run: Pick<WorkqueueDetail, 'initialState' | 'state' | 'outputsDef'>
}) {
  const output = useMemo(
    () => selectOutput(run.outputsDef as Json | null, (run.state ?? {}) as JsonObject),
    [run.outputsDef, run.state],
  )
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }} gap="3.5">
      <Panel title="Initial State">
        <JsonTree value={run.initialState ?? {}} label="Initial State" />
      </Panel>
      <Panel title="Output State">
        <JsonTree value={output} label="Output State" />
      </Panel>
    </Grid>
  )
}
