import { IconButton, Menu, Portal } from '@chakra-ui/react'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { viewMessages as texts } from '#shared/domains/views/messages.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { TextDialog } from '#web/ui/dialog/form-dialog.tsx'
import type { SavedView } from './operations.ts'
import { useViewActions } from './use-views.ts'

/** What can be done with a saved view: rename it, share it, delete it. */
export function ViewMenu({ view, onDeleted }: { view: SavedView; onDeleted(): void }) {
  const { id, name, shared } = view
  const [asked, setAsked] = useState<'rename' | 'remove' | null>(null)
  const { update, remove } = useViewActions()
  const close = () => setAsked(null)
  const rename = async (next: string) => {
    if (await update.run({ id, name: next })) close()
  }
  const confirm = async () => {
    if (!(await remove.run({ id }))) return
    close()
    onDeleted()
  }
  return (
    <>
      <Menu.Root positioning={{ placement: 'bottom-start' }} lazyMount unmountOnExit>
        <Menu.Trigger asChild>
          <IconButton size="sm" variant="ghost" aria-label={texts.actions(name)}>
            <Ellipsis size={16} />
          </IconButton>
        </Menu.Trigger>
        <Portal>
          <Menu.Positioner>
            <Menu.Content aria-label={texts.actions(name)}>
              <Menu.Item value="rename" onSelect={() => setAsked('rename')}>
                {texts.rename}
              </Menu.Item>
              <IfMayChange>
                <Menu.Item value="share" onSelect={() => void update.run({ id, shared: !shared })}>
                  {shared ? texts.unshare : texts.share}
                </Menu.Item>
              </IfMayChange>
              <Menu.Item value="remove" data-danger onSelect={() => setAsked('remove')}>
                {texts.remove}
              </Menu.Item>
            </Menu.Content>
          </Menu.Positioner>
        </Portal>
      </Menu.Root>
      <TextDialog
        title={texts.rename}
        label={texts.name}
        maxLength={100}
        initial={name}
        confirmLabel={texts.rename}
        open={asked === 'rename'}
        onClose={close}
        submitting={update.running}
        onSubmit={(next) => void rename(next)}
      />
      <ConfirmDialog
        title={texts.remove}
        text={texts.removeText(name, shared === true)}
        open={asked === 'remove'}
        onClose={close}
        onConfirm={() => void confirm()}
        confirmLabel={texts.remove}
        danger
        submitting={remove.running}
      />
    </>
  )
}
