import { Button, Drawer, Portal } from '@chakra-ui/react'
import { X } from 'lucide-react'
import { SideMenu } from './side-menu.tsx'

/** The side menu on a phone. */
export function MenuDrawer({
  open,
  onClose,
  ...menu
}: {
  open: boolean
  onClose(): void
  version: string
  count: number
}) {
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(change) => !change.open && onClose()}
      placement="start"
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content aria-label="Menu">
            <Drawer.Body pt="12">
              <SideMenu {...menu} rail={false} onFollow={onClose} />
            </Drawer.Body>
            <Drawer.CloseTrigger asChild>
              <Button variant="ghost" px="0" aria-label="Close menu">
                <X />
              </Button>
            </Drawer.CloseTrigger>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  )
}
