import { Button } from '@chakra-ui/react'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import { TextDialog } from '#web/ui/dialog/form-dialog.tsx'
import { useAddAlias } from '../alias-mutations.ts'

/** Add Alias: asks for its name. */
export function AddAliasButton({ workerId, onAdded }: { workerId: string; onAdded(): void }) {
  const [open, setOpen] = useState(false)
  const add = useAddAlias()
  const submit = async (name: string) => {
    if (!(await add.run({ workerId, name }))) return
    setOpen(false)
    onAdded()
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Plus />
        {workerMessages.addAlias}
      </Button>
      <TextDialog
        title={workerMessages.addAlias}
        label={workerMessages.aliasName}
        hint={workerMessages.aliasNameHint}
        pattern={/^[A-Za-z0-9_-]+$/}
        maxLength={100}
        confirmLabel={workerMessages.add}
        open={open}
        onClose={() => setOpen(false)}
        submitting={add.running}
        onSubmit={(name) => void submit(name)}
      />
    </>
  )
}
