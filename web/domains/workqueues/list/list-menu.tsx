import { IconButton, Menu, Portal } from '@chakra-ui/react'
import { Ellipsis } from 'lucide-react'
import { workqueueListMessages as texts } from '#shared/domains/workqueues/list-messages.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import type { ListMenuProps } from './list-menu-items.tsx'

// Loaded when the menu is opened.
const ListMenuItems = lazyPart<ListMenuProps>(
  async () => (await import('./list-menu-items.tsx')).ListMenuItems,
  () => null,
)

/** The button of what is done with the whole list. */
export function ListMenu(props: ListMenuProps) {
  return (
    <Menu.Root positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
      <Menu.Trigger asChild>
        <IconButton
          aria-label={texts.more}
          title={texts.more}
          minW={{ base: '10', sm: '8' }}
          height={{ base: '10', sm: '8' }}
          flexGrow={0}
        >
          <Ellipsis size={16} />
        </IconButton>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content aria-label={texts.more}>
            <ListMenuItems {...props} />
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  )
}
