import { Dialog as ChakraDialog } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { DialogFrame, type DialogSize } from './dialog-frame.tsx'

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
