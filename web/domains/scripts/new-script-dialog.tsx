import { scriptMessages } from '#shared/domains/scripts/messages.ts'
import { scriptDraft } from '#shared/domains/scripts/rules.ts'
import { paths } from '#web/paths.ts'
import { type NewEntity, NewEntityDialog } from '#web/ui/page/new-entity-dialog.tsx'
import { useCreateScript } from './mutations.ts'

/** Null until there are a name and a team. */
const draftOf = ({ name, team }: NewEntity) => scriptDraft({ name, teamId: team?.id ?? '' })

/** Name and team of a new script. */
export function NewScriptDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const { run, running } = useCreateScript()
  return (
    <NewEntityDialog
      title={scriptMessages.newScript}
      nameLabel={scriptMessages.name}
      confirmLabel={scriptMessages.create}
      teamRequired
      open={open}
      onClose={onClose}
      submitting={running}
      isComplete={(script) => draftOf(script) !== null}
      create={async (script) => {
        const draft = draftOf(script)
        const data = draft && (await run({ name: draft.name, teamId: draft.teamId }))
        return data && paths.script(data.createScript.id)
      }}
    />
  )
}
