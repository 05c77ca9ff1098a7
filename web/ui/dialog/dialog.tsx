import { Box, Button, Dialog as ChakraDialog, Portal } from '@chakra-ui/react'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, use } from 'react'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { LostSince } from '#web/lib/use-time.ts'
import { formatClock } from '../time/moment.tsx'

export type DialogSize = 'sm' | 'md' | 'lg' | 'xl'

/**
 * The frame of every dialog. Escape and the close button close it; the focus stays inside and returns to its
 * previous element. The content of a closed dialog is not mounted.
 */
export function DialogFrame({
  title,
  open,
  onClose,
  children,
  footer,
  size = 'md',
  role = 'dialog',
  closable = true,
  initialFocus,
}: {
  title: string
  open: boolean
  onClose(): void
  children: ReactNode
  footer?: ReactNode
  size?: DialogSize
  role?: 'dialog' | 'alertdialog'
  /** False while closing would interrupt an action. */
  closable?: boolean
  /** The element with the initial focus; by default the first control, or the close button of an alert. */
  initialFocus?: RefObject<HTMLElement | null>
}) {
  return (
    <ChakraDialog.Root
      open={open}
      onOpenChange={(change) => !change.open && onClose()}
      size={size}
      role={role}
      initialFocusEl={initialFocus && (() => initialFocus.current)}
      closeOnEscape={closable}
      closeOnInteractOutside={false}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <ChakraDialog.Backdrop />
        <ChakraDialog.Positioner>
          <ChakraDialog.Content>
            <ChakraDialog.Header pe="12" flexWrap="wrap">
              <ChakraDialog.Title>{title}</ChakraDialog.Title>
              <LostNote />
            </ChakraDialog.Header>
            {children}
            {footer && <ChakraDialog.Footer>{footer}</ChakraDialog.Footer>}
            {/* Last in the document, so that the first field has the initial focus. */}
            <ChakraDialog.CloseTrigger asChild>
              <Button variant="ghost" size="sm" px="0" aria-label="Close" disabled={!closable}>
                <X />
              </Button>
            </ChakraDialog.CloseTrigger>
          </ChakraDialog.Content>
        </ChakraDialog.Positioner>
      </Portal>
    </ChakraDialog.Root>
  )
}

/** That what the dialog is about may be old: it covers the mark of the page. */
function LostNote() {
  const since = use(LostSince)
  if (since === null) return null
  return (
    <Box role="status" flexBasis="full" textStyle="xs" fontWeight="medium" color="status.retry.fg">
      {taskMessages.staleSince(formatClock(new Date(since)))}
    </Box>
  )
}

/** A dialog to read: a title, scrolling content and optional buttons. */
export function Dialog(props: {
  title: string
  open: boolean
  onClose(): void
  children: ReactNode
  footer?: ReactNode
  size?: DialogSize
}) {
  const { children, footer, ...frame } = props
  return (
    <DialogFrame {...frame} footer={footer}>
      <ChakraDialog.Body pb={footer ? '2' : '5'}>{children}</ChakraDialog.Body>
    </DialogFrame>
  )
}
