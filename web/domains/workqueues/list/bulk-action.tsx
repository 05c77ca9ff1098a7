import { Button } from '@chakra-ui/react'
import { useState } from 'react'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'

/**
 * A button for an action on many rows, with a confirmation. `run` resolves to whether the action has started.
 * A retry after a failure has the same request id, because the first call may have succeeded.
 */
export function BulkActionButton({
  label,
  text,
  danger = false,
  running,
  run,
}: {
  label: string
  text: string
  danger?: boolean
  running: boolean
  run(requestId: string): Promise<boolean>
}) {
  const [requestId, setRequestId] = useState<string | null>(null)
  const confirm = async () => {
    if (requestId !== null && (await run(requestId))) setRequestId(null)
  }
  return (
    <>
      <Button data-danger={danger || undefined} onClick={() => setRequestId(newRequestId())}>
        {label}
      </Button>
      <ConfirmDialog
        title={label}
        text={text}
        open={requestId !== null}
        onClose={() => setRequestId(null)}
        onConfirm={() => void confirm()}
        confirmLabel={label}
        danger={danger}
        submitting={running}
      />
    </>
  )
}

/**
 * A name for a request that must not be carried out twice. Made of random bytes, as `crypto.randomUUID` exists on secure
 * origins only.
 */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
