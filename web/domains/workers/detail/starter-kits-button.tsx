import { Button } from '@chakra-ui/react'
import { lazy, Suspense, useState } from 'react'
import { workerMessages } from '#shared/domains/workers/messages.ts'

// The kits are whole programs: fetched when the dialog is first opened.
const StarterKitsDialog = lazy(async () => ({
  default: (await import('./starter-kits-dialog.tsx')).StarterKitsDialog,
}))

/** Starter Kits: sample workers to read and copy. */
export function StarterKitsButton() {
  const [open, setOpen] = useState<boolean | null>(null)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{workerMessages.starterKits}</Button>
      {open !== null && (
        <Suspense fallback={null}>
          <StarterKitsDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
