import { Button, Flex } from '@chakra-ui/react'
import { Cpu } from 'lucide-react'
import { useQuery } from 'urql'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import { lazyDialog } from '#web/lib/parts/lazy-dialog.tsx'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'
import { CreateButton } from '#web/ui/page/create-button.tsx'
import { workerListQuery } from './operations.ts'

const NewWorkerDialog = lazyDialog(async () => (await import('./new-worker-dialog.tsx')).NewWorkerDialog)

/** New Worker: asks for name and team, creates the worker and opens it. */
export const newWorker = <CreateButton label={workerMessages.newWorker} dialog={NewWorkerDialog} />

/** In place of the rows: there are no workers, or only deleted ones, which the list hides. */
export function NoWorkers({ withDeleted, onShowDeleted }: { withDeleted: boolean; onShowDeleted(): void }) {
  const [{ data }] = useQuery({
    query: workerListQuery,
    variables: { page: 1, perPage: 1, showDeleted: true },
    pause: withDeleted,
    requestPolicy: 'cache-and-network',
  })
  const deleted = withDeleted ? 0 : (data?.workers.total ?? 0)
  return (
    <EmptyState
      icon={<Cpu size={20} />}
      title={deleted > 0 ? workerMessages.onlyDeletedTitle(deleted) : workerMessages.emptyTitle}
      description={deleted > 0 ? workerMessages.onlyDeletedText : workerMessages.emptyText}
      action={
        <Flex gap="2" wrap="wrap" justify="center">
          {deleted > 0 && <Button onClick={onShowDeleted}>{workerMessages.showDeleted}</Button>}
          {newWorker}
        </Flex>
      }
    />
  )
}
