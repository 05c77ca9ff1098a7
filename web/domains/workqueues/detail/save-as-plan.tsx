import { Box, Button, Field, Input } from '@chakra-ui/react'
import { useState } from 'react'
import { planMessages } from '#shared/domains/plans/messages.ts'
import { cleanDefinition } from '#shared/domains/workqueues/clean.ts'
import { workqueueMessages } from '#shared/domains/workqueues/messages.ts'
import { paths } from '#web/paths.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { useSaveAsPlan } from '../start-mutations.ts'
import type { WorkqueueDetail } from './operations.ts'

/** Save as Plan: asks for a name, saves the definition of a workqueue as a plan and shows a link to it. */
export function SaveAsPlan({ workqueue, onClose }: { workqueue: WorkqueueDetail; onClose(): void }) {
  const [name, setName] = useState(workqueue.name)
  const [saved, setSaved] = useState<{ id: string; name: string } | null>(null)
  const save = useSaveAsPlan()
  const confirm = async () => {
    // The plan or workqueue that this one was started from is no part of the new plan.
    const { planId: _planId, rerunOf: _rerunOf, ...definition } = cleanDefinition(workqueue)
    const data = await save.run({ plan: { ...definition, name: name.trim() } })
    if (data) setSaved(data.createPlan)
  }
  if (saved)
    return (
      <Dialog
        title={workqueueMessages.saveAsPlan}
        open
        onClose={onClose}
        size="sm"
        footer={<Button onClick={onClose}>Close</Button>}
      >
        {workqueueMessages.savedAsPlan}{' '}
        <TextLink to={paths.plan(saved.id)} overflowWrap="anywhere">
          {saved.name}
        </TextLink>
      </Dialog>
    )
  return (
    <FormDialog
      title={workqueueMessages.saveAsPlan}
      open
      onClose={onClose}
      confirmLabel={workqueueMessages.savePlan}
      confirmDisabled={name.trim() === ''}
      submitting={save.running}
      onConfirm={() => void confirm()}
      size="sm"
    >
      <Box color="ink.2">{workqueueMessages.saveAsPlanText}</Box>
      <DraftKeeper
        inDialog
        form="save as plan"
        values={name}
        dirty={name !== workqueue.name}
        onRestore={setName}
      />
      <Field.Root required>
        <Field.Label>{planMessages.name}</Field.Label>
        <Input maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />
      </Field.Root>
    </FormDialog>
  )
}
