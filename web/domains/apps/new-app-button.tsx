import { Button } from '@chakra-ui/react'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { AppBody } from '#shared/domains/apps/contract.ts'
import { appMessages } from '#shared/domains/apps/messages.ts'
import { paths } from '#web/paths.ts'
import { LazyAppDialog } from './lazy-app-dialog.tsx'
import { useCreateApp } from './mutations.ts'

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
    <>
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
    </>
  )
}
