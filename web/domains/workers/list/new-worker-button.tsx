import { Button } from '@chakra-ui/react'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import { NewWorkerDialog } from './new-worker-dialog.tsx'

/** New Worker: asks for name and team, creates the worker and opens it. */
export function NewWorkerButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="solid" onClick={() => setOpen(true)}>
        <Plus />
        {workerMessages.newWorker}
      </Button>
      <NewWorkerDialog key={String(open)} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
