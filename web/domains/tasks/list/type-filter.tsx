import { Popover, Portal, Skeleton } from '@chakra-ui/react'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { Chip, choiceText } from '#web/ui/form/chip.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { FailedState } from '#web/ui/feedback/placeholders.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { taskTypesQuery } from '../list-operations.ts'
import type { TypeChoicesProps } from './type-choices.tsx'

const TypeChoices = lazyPart<TypeChoicesProps>(
  async () => (await import('./type-choices.tsx')).TypeChoices,
  () => <Skeleton height="32px" />,
)

/**
 * A filter by task types with a search: an account may have thousands. Selected types without a worker stay
 * listed, so that they can be deselected. The list is loaded when it is first opened.
 */
export function TypeFilter({ value, onChange }: { value: string[]; onChange(value: string[]): void }) {
  const types = useLastRead(taskTypesQuery, {})
  useFailToast(taskMessages.loadTypesFailed, types.error)
  return (
    <Popover.Root positioning={{ placement: 'bottom-start' }} lazyMount unmountOnExit>
      <Popover.Trigger asChild>
        <Chip label="Type" value={choiceText(value)} />
      </Popover.Trigger>
      <Portal>
        <Popover.Positioner>
          <Popover.Content aria-label="Type" width="320px">
            <Popover.Body>
              {types.failure ? (
                <FailedState
                  message={failText(taskMessages.loadTypesFailed, types.failure)}
                  onRetry={types.reread}
                />
              ) : (
                <TypeChoices known={types.data?.taskTypes ?? []} value={value} onChange={onChange} />
              )}
            </Popover.Body>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  )
}
