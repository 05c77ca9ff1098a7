import { Grid } from '@chakra-ui/react'
import { deploymentMessages as texts } from '#shared/domains/clusters/messages.ts'
import type { DeploymentFormValues } from './draft.ts'
import type { FieldFaults } from './field-faults.ts'
import { TextField } from './text-field.tsx'

type Resources = DeploymentFormValues['resources']

const fields = [
  ['limits', 'cpu', texts.cpuLimit],
  ['limits', 'memory', texts.memoryLimit],
  ['requests', 'cpu', texts.cpuRequest],
  ['requests', 'memory', texts.memoryRequest],
] as const

/** Limits and requests of CPU and memory. */
export function ResourceFields({
  value,
  faults,
  onChange,
}: {
  value: Resources
  faults: FieldFaults
  onChange(value: Resources): void
}) {
  return (
    <Grid
      templateColumns={{ base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' }}
      gap="4"
      alignItems="start"
    >
      {fields.map(([side, kind, label]) => (
        <TextField
          key={label}
          label={label}
          value={value[side][kind]}
          fault={faults[`resources/${side}/${kind}`]}
          onChange={(amount) => onChange({ ...value, [side]: { ...value[side], [kind]: amount } })}
        />
      ))}
    </Grid>
  )
}
