import { Box, Field, Skeleton, Stack } from '@chakra-ui/react'
import { useQuery } from 'urql'
import { accountMessages as texts } from '#shared/domains/account/messages.ts'
import type { PayloadView } from '#shared/lib/viewers.ts'
import { appNamesQuery } from '#web/lib/palette/operations.ts'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Segments } from '#web/ui/form/segments.tsx'

/** What a viewer is to see, while it is chosen. */
export interface ChosenScope {
  /** Null: all. */
  apps: readonly string[] | null
  payloads: PayloadView
}

export const wholeScope: ChosenScope = { apps: null, payloads: 'shown' }

/** Whether the choice is complete: named apps are at least one. */
export const isScopeChosen = ({ apps }: ChosenScope) => apps === null || apps.length > 0

/** The fields of a mutation that gives the role. */
export const scopeVariables = ({ apps, payloads }: ChosenScope) => ({ apps: [...(apps ?? [])], payloads })

/** The apps that a viewer sees, and whether with payloads. */
export function ViewerFields({
  value,
  onChange,
}: {
  value: ChosenScope
  onChange(value: ChosenScope): void
}) {
  const { apps, payloads } = value
  return (
    <>
      <Field.Root>
        <Field.Label>{texts.viewerApps}</Field.Label>
        <Segments
          label={texts.viewerApps}
          value={apps === null ? 'all' : 'named'}
          onChange={(which) => onChange({ ...value, apps: which === 'all' ? null : [] })}
          options={[
            { value: 'all', label: texts.allApps },
            { value: 'named', label: texts.namedApps },
          ]}
        />
        {apps !== null && (
          <AppChoices chosen={apps} onChange={(next) => onChange({ ...value, apps: next })} />
        )}
      </Field.Root>
      <Field.Root>
        <Checkbox
          label={texts.hidePayloads}
          checked={payloads === 'hidden'}
          onChange={(hidden) => onChange({ ...value, payloads: hidden ? 'hidden' : 'shown' })}
        />
        <Field.HelperText>{texts.hidePayloadsHint}</Field.HelperText>
      </Field.Root>
    </>
  )
}

function AppChoices({
  chosen,
  onChange,
}: {
  chosen: readonly string[]
  onChange(chosen: readonly string[]): void
}) {
  const [{ data, error }] = useQuery({ query: appNamesQuery })
  useFailToast(texts.loadAppsFailed, error)
  if (!data) return <Skeleton height="80px" width="full" borderRadius="md" />
  return (
    <>
      <Stack
        role="group"
        aria-label={texts.namedApps}
        gap="1"
        maxH="220px"
        overflowY="auto"
        width="full"
        py="1"
      >
        {data.apps.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
        ))}
      </Stack>
      {chosen.length === 0 && <Box color="ink.2">{texts.noAppNamed}</Box>}
    </>
  )
}
