import { Button, Field, Input, Textarea } from '@chakra-ui/react'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { planMessages } from '#shared/domains/plans/messages.ts'
import { sampleDefinition } from '#shared/domains/workqueues/sample.ts'
import { paths } from '#web/paths.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { useCreatePlan } from '../mutations.ts'

/** New Plan: asks for a name, creates the plan and opens its editor. */
export function NewPlanButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="solid" onClick={() => setOpen(true)}>
        <Plus />
        {planMessages.newPlan}
      </Button>
      {/* A new key resets the fields at every opening. */}
      <NewPlanDialog key={String(open)} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

function NewPlanDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [sample, setSample] = useState(true)
  const { run, running } = useCreatePlan()
  const navigate = useNavigate()
  const create = async () => {
    const { initialState, firstTasks, tasks } = sampleDefinition
    const content = sample ? { initialState, firstTasks, tasks } : { tasks: [] }
    const data = await run({ plan: { name: name.trim(), description: description.trim(), ...content } })
    if (data) void navigate(paths.plan(data.createPlan.id))
  }
  return (
    <FormDialog
      title={planMessages.newPlan}
      open={open}
      onClose={onClose}
      confirmLabel={planMessages.create}
      confirmDisabled={name.trim() === ''}
      submitting={running}
      onConfirm={() => void create()}
    >
      <Field.Root required>
        <Field.Label>{planMessages.name}</Field.Label>
        <Input maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />
      </Field.Root>
      <Field.Root>
        <Field.Label>{planMessages.description}</Field.Label>
        <Textarea
          maxLength={2000}
          rows={3}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
      </Field.Root>
      <Field.Root>
        <Checkbox checked={sample} onChange={setSample} label={planMessages.sample} />
        <Field.HelperText>{planMessages.sampleHint}</Field.HelperText>
      </Field.Root>
    </FormDialog>
  )
}
