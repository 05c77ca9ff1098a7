import { Popover, Portal, Skeleton } from '@chakra-ui/react'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { Chip, choiceText } from './chip.tsx'
import type { TagPanelProps } from './tag-panel.tsx'

const TagPanel = lazyPart<TagPanelProps>(
  async () => (await import('./tag-panel.tsx')).TagPanel,
  () => <Skeleton height="32px" m="3" />,
)

/** A filter by tags, as a chip that shows them; its panel is loaded when it is first opened. */
export function TagFilter({ onOpen, ...panel }: TagPanelProps & { onOpen(): void }) {
  const { label, value } = panel
  return (
    <Popover.Root
      positioning={{ placement: 'bottom-start' }}
      lazyMount
      unmountOnExit
      onOpenChange={({ open }) => open && onOpen()}
    >
      <Popover.Trigger asChild>
        <Chip label={label} value={choiceText(value)} />
      </Popover.Trigger>
      <Portal>
        <Popover.Positioner>
          <Popover.Content aria-label={label} width="280px">
            <TagPanel {...panel} />
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  )
}
