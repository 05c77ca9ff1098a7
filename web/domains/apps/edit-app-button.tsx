import { Button } from '@chakra-ui/react'
import { useState } from 'react'
import type { AppBody } from '#shared/domains/apps/contract.ts'
import { appMessages } from '#shared/domains/apps/messages.ts'
import type { CurrentApp } from '#web/lib/current-app.tsx'
import { LazyAppDialog } from './lazy-app-dialog.tsx'
import { useUpdateApp } from './mutations.ts'

/** Edit App: changes name and description. */
export function EditAppButton({ app }: { app: CurrentApp }) {
  const [open, setOpen] = useState<boolean | null>(null)
  const update = useUpdateApp()
  const submit = async (body: AppBody) => {
    if (await update.run({ id: app.id, ...body })) setOpen(false)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{appMessages.editApp}</Button>
      <LazyAppDialog
        title={appMessages.editApp}
        confirmLabel={appMessages.update}
        open={open}
        onClose={() => setOpen(false)}
        initial={app}
        submitting={update.running}
        onSubmit={(body) => void submit(body)}
      />
    </>
  )
}
