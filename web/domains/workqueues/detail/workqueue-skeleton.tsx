import { Box, Flex, Grid, Skeleton } from '@chakra-ui/react'
import { CANVAS, GraphSkeleton } from '#web/graph/workflow-canvas.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { TaskTable } from '#web/domains/tasks/table/task-table.tsx'
import { useWorkqueueCrumbs } from './workqueue-head.tsx'

const noLogs = { logs: new Map(), loading: true, loadEarlier: () => undefined }

/** The page while its workqueue is loading, in the final layout. */
export function WorkqueueDetailSkeleton({ id }: { id: string }) {
  return (
    <Box aria-busy>
      <PageHead
        crumbs={useWorkqueueCrumbs(id)}
        title={<Skeleton as="span" display="block" width="220px" height="5" my="1" />}
      />
      <Grid templateColumns={{ base: '1fr', lg: 'minmax(0, 1fr) 300px' }} gap="3.5">
        <Panel title="Workflow">
          <Skeleton height="6px" borderRadius="full" />
          <Box mx="-3.5" mt="2" mb="-3.5" height={`${CANVAS.least}px`}>
            <GraphSkeleton />
          </Box>
        </Panel>
        <Panel title="Details">
          <Lines widths={[70, 85, 50, 75, 40, 45]} />
        </Panel>
      </Grid>
      <Grid templateColumns={{ base: '1fr', md: '1fr 1fr' }} gap="3.5" mt="3.5">
        <Panel title="Initial State">
          <Lines widths={[30, 45, 25]} />
        </Panel>
        <Panel title="Output State">
          <Lines widths={[40, 28, 35]} />
        </Panel>
      </Grid>
      <Box mt="3.5">
        <Panel title="Task Details" padded={false}>
          <TaskTable
            tasks={[]}
            runStatus={null}
            loading
            logs={noLogs}
            highlighted={null}
            onRestarted={() => undefined}
          />
        </Panel>
      </Box>
    </Box>
  )
}

/** Placeholder lines, by their widths in percent. */
function Lines({ widths }: { widths: number[] }) {
  return (
    <Flex direction="column" gap="4" py="1">
      {widths.map((width) => (
        <Skeleton key={width} height="3" width={`${width}%`} />
      ))}
    </Flex>
  )
}
