import { Button, Field, Input } from '@chakra-ui/react'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { scriptMessages } from '#shared/domains/scripts/messages.ts'
import { scriptDraft } from '#shared/domains/scripts/rules.ts'
import { paths } from '#web/paths.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { TeamField } from '#web/ui/form/team-field.tsx'
import { useCreateScript } from './mutations.ts'

/** New Script: asks for name and team, creates the script and opens it. */
export function NewScriptButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="solid" onClick={() => setOpen(true)}>
        <Plus />
        {scriptMessages.newScript}
      </Button>
      <NewScriptDialog key={String(open)} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

function NewScriptDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const [name, setName] = useState('')
  const [teamId, setTeamId] = useState<string | null>(null)
  const navigate = useNavigate()
  const create = useCreateScript()
  const draft = scriptDraft({ name, teamId: teamId ?? '' })
  const submit = async () => {
    if (!draft) return
    const data = await create.run({ name: draft.name, teamId: draft.teamId })
    if (!data) return
    onClose()
    await navigate(paths.script(data.createScript.id))
  }
  return (
    <FormDialog
      title={scriptMessages.newScript}
      open={open}
      onClose={onClose}
      confirmLabel={scriptMessages.create}
      confirmDisabled={!draft}
      submitting={create.running}
      onConfirm={() => void submit()}
      size="sm"
    >
      <Field.Root required>
        <Field.Label>
          {scriptMessages.name}
          <Field.RequiredIndicator />
        </Field.Label>
        <Input
          autoComplete="off"
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field.Root>
      <TeamField
        required
        disabled={create.running}
        value={teamId}
        onChange={(team) => setTeamId(team?.id ?? null)}
      />
    </FormDialog>
  )
}
