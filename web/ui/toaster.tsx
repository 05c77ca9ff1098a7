import { Box, Portal, Toast, Toaster as ChakraToaster } from '@chakra-ui/react'
import { CircleCheck, CircleX, Info, X } from 'lucide-react'
import { toaster } from './toast.ts'

function Mark({ type }: { type: string | undefined }) {
  if (type === 'success') return <CircleCheck size={18} />
  if (type === 'error') return <CircleX size={18} />
  return <Info size={18} />
}

const colors: Record<string, string> = { success: 'status.ended.fg', error: 'danger', info: 'accent' }

/** Shows the messages of `toast`. Stands once, at the root of the page. */
export function Toaster() {
  return (
    <Portal>
      <ChakraToaster toaster={toaster} insetInline={{ mdDown: '4' }}>
        {(item) => (
          <Toast.Root>
            <Box color={colors[item.type ?? 'info']} flexShrink={0} pt="1px">
              <Mark type={item.type} />
            </Box>
            <Toast.Title>{item.title}</Toast.Title>
            <Toast.CloseTrigger aria-label="Dismiss">
              <X size={14} />
            </Toast.CloseTrigger>
          </Toast.Root>
        )}
      </ChakraToaster>
    </Portal>
  )
}
