import { Button } from '@chakra-ui/react'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { teamMessages } from '#shared/domains/teams/messages.ts'
import { TextDialog } from '#web/ui/dialog/form-dialog.tsx'
import { useAddTeamMember, useUpdateTeam } from './mutations.ts'

/** Edit Team: changes the name. */
export function EditTeamButton({ team }: { team: { id: string; name: string } }) {
  const [open, setOpen] = useState(false)
  const update = useUpdateTeam()
  const submit = async (name: string) => {
    if (await update.run({ id: team.id, name })) setOpen(false)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{teamMessages.editTeam}</Button>
      <TextDialog
        title={teamMessages.editTeam}
        label={teamMessages.name}
        maxLength={200}
        confirmLabel={teamMessages.update}
        open={open}
        onClose={() => setOpen(false)}
        initial={team.name}
        submitting={update.running}
        onSubmit={(name) => void submit(name)}
      />
    </>
  )
}

/** Add Team Member: asks for an e-mail address. */
export function AddMemberButton({ teamId }: { teamId: string }) {
  const [open, setOpen] = useState(false)
  const add = useAddTeamMember()
  const submit = async (email: string) => {
    if (await add.run({ teamId, email })) setOpen(false)
  }
  return (
    <>
      <Button variant="solid" onClick={() => setOpen(true)}>
        <UserPlus />
        {teamMessages.addMember}
      </Button>
      <TextDialog
        title={teamMessages.newMember}
        // The field takes an e-mail address although its label is `Name`.
        label={teamMessages.name}
        hint={teamMessages.emailHint}
        type="email"
        maxLength={320}
        confirmLabel={teamMessages.add}
        open={open}
        onClose={() => setOpen(false)}
        submitting={add.running}
        onSubmit={(email) => void submit(email)}
      />
    </>
  )
}
