import { Button } from '@chakra-ui/react'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { AppBody } from '#shared/domains/apps/contract.ts'
import { appMessages } from '#shared/domains/apps/messages.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { paths } from '#web/paths.ts'
import type { AppDialogProps } from './app-dialog.tsx'
import { useCreateApp } from './mutations.ts'

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

const blank: AppBody = { name: '', description: '' }

/** New App: asks for name and description, creates the app and opens it. */
export function NewAppButton() {
  const [open, setOpen] = useState<boolean | null>(null)
  const navigate = useNavigate()
  const create = useCreateApp()
  const submit = async (app: AppBody) => {
    const data = await create.run(app)
    if (!data) return
    setOpen(false)
    await navigate(paths.app(data.createApp.id))
  }
  return (
    <IfMayChange>
      <Button variant="solid" onClick={() => setOpen(true)}>
        <Plus />
        {appMessages.newApp}
      </Button>
      <LazyAppDialog
        title={appMessages.newApp}
        confirmLabel={appMessages.create}
        open={open}
        onClose={() => setOpen(false)}
        initial={blank}
        submitting={create.running}
        onSubmit={(app) => void submit(app)}
      />
    </IfMayChange>
  )
}
