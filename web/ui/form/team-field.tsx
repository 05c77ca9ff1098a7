import { Field, Input } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useQuery } from 'urql'
import { teamMessages } from '#shared/domains/teams/messages.ts'
import { teamChoicesQuery } from '#web/lib/account/account-operations.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { useFailToast } from '../feedback/request-toasts.ts'

/** Lists have it in a dialog only, and its code is a tenth of that of such a page. */
const ChoiceField = lazyPart(async () => (await import('./choice-field.tsx')).ChoiceField, ClosedField)

/** The place of the field until its code is loaded. */
function ClosedField({ label }: { label: string }) {
  return (
    <Field.Root disabled>
      <Field.Label>{label}</Field.Label>
      <Input />
    </Field.Root>
  )
}

export interface TeamChoice {
  id: string
  name: string
  /** Part of the types of the team's workers. */
  namespace: string
}

/**
 * The field `Team`: one of the teams of the account by name. `value` is the id of a team, null while none is
 * chosen.
 */
export function TeamField({
  value,
  onChange,
  required = false,
  disabled = false,
}: {
  value: string | null
  onChange(team: TeamChoice | null): void
  required?: boolean
  disabled?: boolean
}) {
  const [{ data, error, fetching }] = useQuery({
    query: teamChoicesQuery,
    requestPolicy: 'cache-and-network',
  })
  useFailToast(teamMessages.loadListFailed, error)
  const teams = data?.teams.rows
  const choices = useMemo(() => (teams ?? []).map(({ id, name }) => ({ value: id, label: name })), [teams])
  return (
    <ChoiceField
      label={teamMessages.team}
      choices={choices}
      value={value}
      onChange={(id) => onChange(teams?.find((team) => team.id === id) ?? null)}
      required={required}
      disabled={disabled}
      loading={fetching && !teams}
      hint={teams?.length === 0 ? teamMessages.noTeams : undefined}
    />
  )
}
