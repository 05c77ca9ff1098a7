import { Button } from '@chakra-ui/react'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import type { ResultOf } from '#web/lib/graphql.ts'
import { TextDialog } from '#web/ui/dialog/form-dialog.tsx'
import { SecretDialog } from '#web/ui/dialog/secret-dialog.tsx'
import { useAddPrivateKey } from './mutations.ts'
import type { addPrivateKeyMutation } from './operations.ts'

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
    <IfMayChange>
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
      {made && (
        <SecretDialog
          title={workerMessages.keyOnceTitle}
          warning={workerMessages.keyOnce}
          name={made.key.name}
          secret={made.privateKey}
          publicPart={{ label: workerMessages.keyId, text: made.key.id }}
          texts={{ ...workerMessages, copySecret: workerMessages.copyKey }}
          onClose={() => setMade(null)}
        />
      )}
    </IfMayChange>
  )
}
