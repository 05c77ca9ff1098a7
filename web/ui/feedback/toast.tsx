import { Box, Button, createToaster, Portal, Toast, Toaster as ChakraToaster } from '@chakra-ui/react'
import { CircleCheck, CircleX, Info, X } from 'lucide-react'
import type { FocusEvent } from 'react'
import { pageMessages } from '#shared/lib/page-messages.ts'

/** The button that takes back what a message is about. */
export const UNDO = 'Undo'

/** How long a toast is shown, in milliseconds. */
export const TOAST_MS = 7000

/** The store of toasts of the page; the `Toaster` component shows it. */
export const toaster = createToaster({
  placement: 'bottom-end',
  duration: TOAST_MS,
  max: 5,
  overlap: false,
  gap: 8,
})

/**
 * A text that is shown already is shown again instead of twice: parts of a page often fail for the same reason. Chakra's
 * store calls flushSync, which React refuses inside an effect or a render: hence the microtask.
 */
function show(
  type: 'success' | 'error' | 'info',
  text: string,
  { duration = TOAST_MS, action }: { duration?: number | undefined; action?: ToastAction | undefined } = {},
): void {
  const id = `${type} ${text}`
  queueMicrotask(() => {
    if (toaster.isVisible(id)) toaster.remove(id)
    toaster.create({ id, type, title: text, closable: true, duration, ...(action && { action }) })
  })
}

/** The button of a message. */
interface ToastAction {
  label: string
  onClick(): void
}

/** Says that the page is older than the console, until it is loaded again or the text is put away. */
export function showOutdated(reload = () => window.location.reload()): void {
  const id = 'outdated'
  queueMicrotask(() => {
    if (toaster.isVisible(id)) return
    toaster.create({
      id,
      type: 'error',
      title: pageMessages.older,
      closable: true,
      duration: Infinity,
      action: { label: pageMessages.reload, onClick: reload },
    })
  })
}

/** How long an error is shown that offers something, in milliseconds. */
const OFFER_MS = 15_000

/** Shows a short message for seven seconds; an error for `duration` where it is given, or longer with what helps. */
export const toast = {
  success: (text: string, action?: ToastAction) => show('success', text, { action }),
  error: (text: string, duration?: number) => show('error', text, { duration }),
  offer: (text: string, action: ToastAction) => show('error', text, { duration: OFFER_MS, action }),
  info: (text: string) => show('info', text),
}

function Mark({ type }: { type: string | undefined }) {
  if (type === 'success') return <CircleCheck size={18} />
  if (type === 'error') return <CircleX size={18} />
  return <Info size={18} />
}

const colors: Record<string, string> = { success: 'status.ended.fg', error: 'danger', info: 'accent' }

/**
 * A message stays while it has the focus. The library would also put the focus back to where it was before, on whatever way it
 * leaves: the Tab key would never lead past the messages.
 */
function stay(event: FocusEvent): void {
  event.stopPropagation()
  toaster.pause()
}

function goOn(event: FocusEvent): void {
  event.stopPropagation()
  toaster.resume()
}

/** Shows the messages of `toast`. Rendered once, at the root of the page. */
export function Toaster() {
  return (
    <Portal>
      <ChakraToaster toaster={toaster} insetInline={{ mdDown: '4' }}>
        {(item) => (
          <Toast.Root onFocus={stay} onBlur={goOn}>
            <Box color={colors[item.type ?? 'info']} flexShrink={0} pt="1px">
              <Mark type={item.type} />
            </Box>
            <Toast.Title flex="1" minW="0" overflowWrap="anywhere">
              {item.title}
            </Toast.Title>
            {item.action && (
              <Toast.ActionTrigger asChild>
                <Button size="xs" my="-0.5" me={item.closable === false ? '-7' : undefined}>
                  {item.action.label}
                </Button>
              </Toast.ActionTrigger>
            )}
            {item.closable !== false && (
              <Toast.CloseTrigger aria-label="Dismiss">
                <X size={14} />
              </Toast.CloseTrigger>
            )}
          </Toast.Root>
        )}
      </ChakraToaster>
    </Portal>
  )
}
