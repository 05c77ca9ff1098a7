import { Field, Input } from '@chakra-ui/react'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import { workerType } from '#shared/domains/workers/rules.ts'
import { paths } from '#web/paths.ts'
import { type NewEntity, NewEntityDialog } from '#web/ui/page/new-entity-dialog.tsx'
import { useCreateWorker } from './mutations.ts'

/** Null until name and team give a valid type. */
const typeOf = ({ name, team }: NewEntity) => team && workerType(team.namespace, name)

/** Name and team of a new worker, with the task type derived from them. */
export function NewWorkerDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const { run, running } = useCreateWorker()
  return (
    <NewEntityDialog
      title={workerMessages.newWorker}
      nameLabel={workerMessages.name}
      confirmLabel={workerMessages.create}
      teamRequired
      open={open}
      onClose={onClose}
      submitting={running}
      isComplete={(worker) => Boolean(typeOf(worker))}
      create={async ({ name, team }) => {
        const data = team && (await run({ name: name.trim(), teamId: team.id }))
        return data && paths.worker(data.createWorker.id)
      }}
    >
      {(worker) => (
        <Field.Root readOnly>
          <Field.Label>{workerMessages.type}</Field.Label>
          <Input readOnly bg="bg" textStyle="mono" value={typeOf(worker) ?? ''} />
          <Field.HelperText>{workerMessages.typeHint}</Field.HelperText>
        </Field.Root>
      )}
    </NewEntityDialog>
  )
}
