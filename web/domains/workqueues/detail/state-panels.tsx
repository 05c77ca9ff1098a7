import { Grid } from '@chakra-ui/react'
import { useMemo } from 'react'
import { selectOutput } from '#shared/domains/workqueues/rules.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import { JsonTree } from '#web/ui/editor/json-tree.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import type { WorkqueueDetail } from '../detail-operations.ts'

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
