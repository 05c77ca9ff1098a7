import { Button } from '@chakra-ui/react'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { teamMessages } from '#shared/domains/teams/messages.ts'
import { paths } from '#web/paths.ts'
import { TextDialog } from '#web/ui/dialog/form-dialog.tsx'
import { useCreateTeam } from './mutations.ts'

/** New Team: asks for the name, creates the team and opens it. */
export function NewTeamButton() {
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const create = useCreateTeam()
  const submit = async (name: string) => {
    const data = await create.run({ name })
    if (!data) return
    setOpen(false)
    await navigate(paths.team(data.createTeam.id))
  }
  return (
    <>
      <Button variant="solid" onClick={() => setOpen(true)}>
        <Plus />
        {teamMessages.newTeam}
      </Button>
      <TextDialog
        title={teamMessages.newTeam}
        label={teamMessages.name}
        maxLength={200}
        confirmLabel={teamMessages.create}
        open={open}
        onClose={() => setOpen(false)}
        submitting={create.running}
        onSubmit={(name) => void submit(name)}
      />
    </>
  )
}
