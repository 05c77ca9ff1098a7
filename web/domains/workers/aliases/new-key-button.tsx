import { Button } from '@chakra-ui/react'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { TextDialog } from '#web/ui/dialog/form-dialog.tsx'
import { useAddPrivateKey } from '../alias-mutations.ts'
import type { addPrivateKeyMutation } from '../alias-operations.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'

type NewKey = ResultOf<typeof addPrivateKeyMutation>['addPrivateKey']

/** Generate New Priv Key: asks for a name, then shows the key once. */
export function NewKeyButton({
  workerId,
  alias,
  onAdded,
}: {
  workerId: string
  alias: string
  onAdded(): void
}) {
  const [open, setOpen] = useState(false)
  const [made, setMade] = useState<NewKey | null>(null)
  const add = useAddPrivateKey()
  const submit = async (name: string) => {
    const data = await add.run({ workerId, alias, name })
    if (!data) return
    setOpen(false)
    setMade(data.addPrivateKey)
    onAdded()
  }
  return (
    <>
      <Button size="sm" aria-label={`${workerMessages.generateKey}: ${alias}`} onClick={() => setOpen(true)}>
        <KeyRound />
        {workerMessages.generateKey}
      </Button>
      <TextDialog
        title={workerMessages.newKey}
        label={workerMessages.keyName}
        maxLength={100}
        confirmLabel={workerMessages.generate}
        open={open}
        onClose={() => setOpen(false)}
        submitting={add.running}
        onSubmit={(name) => void submit(name)}
      />
      {made && <NewKeyDialog made={made} onClose={() => setMade(null)} />}
    </>
  )
}
