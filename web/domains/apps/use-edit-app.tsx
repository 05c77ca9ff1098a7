import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useClient } from 'urql'
import type { AppBody } from '#shared/domains/apps/contract.ts'
import { appMessages } from '#shared/domains/apps/messages.ts'
import type { CurrentApp } from '#web/lib/current-app.tsx'
import type { PageAction } from '#web/ui/page/page-head.tsx'
import { LazyAppDialog } from './app-buttons.tsx'
import { useUpdateApp } from './mutations.ts'
import { appQuery } from './operations.ts'

const ConflictDialog = lazy(async () => ({
  default: (await import('#web/ui/dialog/unsaved-changes.tsx')).ConflictDialog,
}))

/** Edit App: an action that changes name and description, and its dialogs. */
export function useEditApp(app: CurrentApp): { action: PageAction; dialogs: ReactNode } {
  const [open, setOpen] = useState<boolean | null>(null)
  const [conflict, setConflict] = useState<boolean | null>(null)
  const client = useClient()
  const update = useUpdateApp(() => setConflict(true))
  const submit = async (body: AppBody, version: number | null) => {
    if (await update.run({ id: app.id, ...body, version })) setOpen(false)
  }
  const loadTheirs = () => {
    setConflict(false)
    setOpen(false)
    void client.query(appQuery, { id: app.id }, { requestPolicy: 'network-only' }).toPromise()
  }
  const action = useMemo(() => ({ label: appMessages.editApp, onSelect: () => setOpen(true) }), [])
  const dialogs = (
    <>
      <LazyAppDialog
        title={appMessages.editApp}
        confirmLabel={appMessages.update}
        open={open}
        onClose={() => setOpen(false)}
        initial={app}
        submitting={update.running}
        onSubmit={(body, version) => void submit(body, version)}
      />
      {conflict !== null && (
        <Suspense fallback={null}>
          <ConflictDialog what="app" open={conflict} onClose={() => setConflict(false)} onLoad={loadTheirs} />
        </Suspense>
      )}
    </>
  )
  return { action, dialogs }
}
