import { Box, Flex, Grid, Skeleton } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { GraphSkeleton } from '#web/graph/graph-skeleton.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { TaskTable } from '#web/domains/tasks/table/task-table.tsx'
import { factsMargin, useWorkqueueCrumbs } from './workqueue-head.tsx'

const noLogs = { logs: new Map(), loading: true, loadEarlier: () => undefined }

/** The page while its workqueue is loading, in the final layout; or why it cannot be loaded, below its head. */
export function WorkqueueDetailSkeleton({ id, children }: { id: string; children?: ReactNode }) {
  const crumbs = useWorkqueueCrumbs(id)
  if (children)
    return (
      <>
        <PageHead crumbs={crumbs} title="Workqueue" tabTitle="" />
        {children}
      </>
    )
  return (
    <Box aria-busy>
      <PageHead
        crumbs={crumbs}
        title={<Skeleton as="span" display="block" width="220px" height="5" my="1" />}
        facts={<FactLines />}
        placesAll
        actions={
          <Skeleton height={{ base: '10', sm: '8' }} width={{ base: '10', sm: '320px' }} borderRadius="md" />
        }
      />
      <Panel padded={false}>
        <Flex gap="2" px="3.5" pt="2.5" justify="space-between">
          <Skeleton height={{ base: '10', sm: '8' }} width="240px" borderRadius="md" />
          <Skeleton
            height={{ base: '10', sm: '7' }}
            width="280px"
            borderRadius="md"
            display={{ base: 'none', sm: 'block' }}
          />
        </Flex>
        <Box px="3.5" pt={{ base: '0', sm: '2' }} pb="2.5" borderBottomWidth="1px" borderColor="line.soft">
          <Skeleton height="6px" borderRadius="full" hideBelow="sm" />
        </Box>
        <GraphSkeleton height="420px" />
      </Panel>
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
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr) 320px' }}
        gap="3.5"
        mt="3.5"
      >
        <Panel title="Initial State">
          <Lines widths={[30, 45, 25]} />
        </Panel>
        <Panel title="Output State">
          <Lines widths={[40, 28, 35]} />
        </Panel>
        <Panel title="Details">
          <Lines widths={[70, 85, 50, 75, 40, 45]} />
        </Panel>
      </Grid>
    </Box>
  )
}

/** The place of the facts and of the note's button; on a phone also that of the line of inputs. */
function FactLines() {
  return (
    <Flex
      direction="column"
      justify={{ base: 'space-between', sm: 'center' }}
      height={{ base: '56px', sm: '7' }}
      my={factsMargin}
    >
      <Skeleton height="3" width="180px" my={{ base: '3', sm: '0' }} />
      <Skeleton height="3" width="240px" my="1" display={{ base: 'block', sm: 'none' }} />
    </Flex>
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
