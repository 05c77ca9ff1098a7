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
function show(type: 'success' | 'error' | 'info', text: string, duration = TOAST_MS): void {
  queueMicrotask(() => toaster.create({ type, title: text, closable: true, duration }))
}

/** Shows a short message for seven seconds; an error for another time where the catalogue says so. */
export const toast = {
  success: (text: string) => show('success', text),
  error: (text: string, duration?: number) => show('error', text, duration),
  info: (text: string) => show('info', text),
}
