import { lazy, Suspense } from 'react'
import type { AppDialogProps } from './app-dialog.tsx'

// Dialogs and form fields are a sixth of the first load: they are fetched when the first one is opened.
const AppDialog = lazy(async () => ({ default: (await import('./app-dialog.tsx')).AppDialog }))

/** `AppDialog`, fetched when it is first opened. `open` is null until then. */
export function LazyAppDialog({ open, ...props }: Omit<AppDialogProps, 'open'> & { open: boolean | null }) {
  if (open === null) return null
  return (
    <Suspense fallback={null}>
      <AppDialog open={open} {...props} />
    </Suspense>
  )
}
