import { chakra, Field, Grid, Input } from '@chakra-ui/react'
import { clusterMessages } from '#shared/domains/clusters/messages.ts'
import { useRights } from '#web/lib/rights.tsx'
import { TagInput } from '#web/ui/form/tag-input.tsx'
import { TeamField } from '#web/ui/form/team-field.tsx'
import { Panel } from '#web/ui/page/panel.tsx'

/** The editable fields of a cluster. */
export interface ClusterFormValues {
  name: string
  teamId: string | null
  tags: string[]
}

export interface ClusterFormProps {
  id: string
  draft: ClusterFormValues
  submitting: boolean
  onChange(change: Partial<ClusterFormValues>): void
  onSubmit(): void
}

/** Name, team and tags of a cluster. The submit button in the page head refers to the form by `id`. */
export function ClusterForm({ id, draft, submitting, onChange, onSubmit }: ClusterFormProps) {
  const { mayChange } = useRights()
  return (
    <Panel title={clusterMessages.details}>
      <chakra.form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <fieldset disabled={submitting || !mayChange}>
          <Grid
            templateColumns={{
              base: 'minmax(0, 1fr)',
              md: 'repeat(2, minmax(0, 1fr))',
              lg: 'repeat(3, minmax(0, 1fr))',
            }}
            gap="4"
          >
            <Field.Root required invalid={draft.name.trim() === ''}>
              <Field.Label>{clusterMessages.name}</Field.Label>
              <Input
                maxLength={200}
                value={draft.name}
                onChange={(event) => onChange({ name: event.target.value })}
              />
              <Field.ErrorText>{clusterMessages.nameNeeded}</Field.ErrorText>
            </Field.Root>
            <TeamField
              value={draft.teamId}
              disabled={submitting}
              onChange={(team) => onChange({ teamId: team?.id ?? null })}
            />
            <chakra.div gridColumn={{ base: '1 / -1', lg: 'auto' }}>
              <TagInput
                label={clusterMessages.tags}
                hint={clusterMessages.tagsHint}
                value={draft.tags}
                disabled={submitting}
                onChange={(tags) => onChange({ tags })}
              />
            </chakra.div>
          </Grid>
        </fieldset>
      </chakra.form>
    </Panel>
  )
}
