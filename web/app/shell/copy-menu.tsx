import { Menu, Portal } from '@chakra-ui/react'
import { Hash, Link2, type LucideIcon, Terminal } from 'lucide-react'
import { useEffect } from 'react'
import { copyKinds, copyMessages as texts, type CopyKind } from '#shared/lib/copy-messages.ts'

const icons: Record<CopyKind, LucideIcon> = { id: Hash, link: Link2, curl: Terminal }

/** The menu of what can be copied of an object, at the button that has opened it. */
export function CopyMenu({
  opener,
  onCopy,
  onClose,
}: {
  opener: HTMLElement
  onCopy(kind: CopyKind): void
  onClose(): void
}) {
  useEffect(() => {
    opener.setAttribute('aria-expanded', 'true')
    return () => opener.removeAttribute('aria-expanded')
  }, [opener])
  return (
    <Menu.Root
      open
      onOpenChange={({ open }) => !open && onClose()}
      positioning={{ placement: 'bottom-start', getAnchorRect: () => opener.getBoundingClientRect() }}
    >
      <Portal>
        <Menu.Positioner>
          <Menu.Content aria-label={texts.menu}>
            {copyKinds.map((kind) => {
              const Icon = icons[kind]
              return (
                <Menu.Item key={kind} value={kind} onSelect={() => onCopy(kind)}>
                  <Icon size={16} aria-hidden />
                  {texts.kinds[kind]}
                  <Menu.ItemCommand ms="auto" ps="4">{`y ${texts.keyOf[kind]}`}</Menu.ItemCommand>
                </Menu.Item>
              )
            })}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  )
}
