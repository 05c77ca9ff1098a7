import { Box } from '@chakra-ui/react'
import { useParams } from 'react-router-dom'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import { paths } from '#web/paths.ts'
import { DetailSkeleton, useDetail } from '#web/ui/feedback/use-detail.tsx'
import { AliasSection } from './aliases/alias-section.tsx'
import { WorkerEditor } from './detail/worker-editor.tsx'
import { workerQuery } from './operations.ts'

/** One worker: its form and its aliases. */
export function WorkerDetailPage() {
  const { id = '' } = useParams()
  const { data, reread } = useDetail(
    workerQuery,
    { id },
    { failed: workerMessages.loadFailed, back: paths.workers() },
  )
  if (data?.worker.id !== id) return <DetailSkeleton label="Loading worker" />
  return (
    <Box key={id}>
      <WorkerEditor worker={data.worker} reread={reread} />
      <AliasSection worker={data.worker} reread={reread} />
    </Box>
  )
}
