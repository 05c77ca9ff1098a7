import { createToaster } from '@chakra-ui/react'

/** How long a message stays, in milliseconds (spec section 8). */
export const TOAST_MS = 7000

/** The one place of the page where messages appear; the `Toaster` component shows it. */
export const toaster = createToaster({
  placement: 'bottom-end',
  duration: TOAST_MS,
  max: 5,
  overlap: false,
  gap: 8,
})

// Chakra's store answers with flushSync, which React refuses inside an effect or a render: hence the microtask.
function show(type: 'success' | 'error' | 'info', text: string): void {
  queueMicrotask(() => toaster.create({ type, title: text, closable: true }))
}

/** Shows a short message for seven seconds. */
export const toast = {
  success: (text: string) => show('success', text),
  error: (text: string) => show('error', text),
  info: (text: string) => show('info', text),
}
