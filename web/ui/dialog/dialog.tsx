import { Button, Dialog as ChakraDialog, Portal } from '@chakra-ui/react'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'

export type DialogSize = 'sm' | 'md' | 'lg' | 'xl'

/**
 * The frame of every dialog. Escape and the cross close it; focus stays inside and returns to where it came from.
 * While it is closed its content is not mounted.
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
  /** False while closing would lose something under way. */
  closable?: boolean
  /** What has the focus first; the first control when left out, or the cross of an alert. */
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
            <ChakraDialog.Header pe="12">
              <ChakraDialog.Title>{title}</ChakraDialog.Title>
            </ChakraDialog.Header>
            {children}
            {footer && <ChakraDialog.Footer>{footer}</ChakraDialog.Footer>}
            {/* Last in the document, so that the first field has the focus at the start. */}
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

/** A dialog to read in: a title, scrolling content and, if there is one, a row of buttons. */
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
