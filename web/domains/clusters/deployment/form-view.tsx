import { chakra, Field, Grid, Input, Stack } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { deploymentMessages as texts } from '#shared/domains/clusters/messages.ts'
import { useRights } from '#web/lib/rights.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import type { DeploymentFormValues, EnvironmentRow } from './deployment-form-values.ts'
import { EnvironmentTable } from './environment-table.tsx'
import type { FieldFaults } from './use-deployment-submit.ts'

/** Four fields beside each other, where the form is not beside the facts of the page. */
const columns = { base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' }

/** The form of a deployment. The submit button in the page head refers to it by `id`. */
export function DeploymentFormView({
  id,
  clusterName,
  worker,
  draft,
  faults,
  submitting,
  onChange,
  onSubmit,
  reveal,
}: {
  id: string
  clusterName: string
  /** The field `Worker`: a name or a select. */
  worker: ReactNode
  draft: DeploymentFormValues
  faults: FieldFaults
  submitting: boolean
  onChange(change: Partial<DeploymentFormValues>): void
  onSubmit(): void
  /** Fetches the value of a stored variable; null when that failed (the error has been shown). */
  reveal(name: string): Promise<string | null>
}) {
  const { mayChange } = useRights()
  return (
    <chakra.form
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <fieldset disabled={submitting || !mayChange}>
        <Stack gap="3.5">
          <Panel title="Details">
            <Grid data-fields templateColumns={columns} gap="4" alignItems="start">
              <Field.Root disabled>
                <Field.Label>{texts.cluster}</Field.Label>
                <Input value={clusterName} readOnly />
              </Field.Root>
              {worker}
              <TextField
                label={texts.dockerTag}
                value={draft.dockerTag}
                fault={faults['dockerTag']}
                onChange={(dockerTag) => onChange({ dockerTag })}
              />
              <TextField
                label={texts.replicaCount}
                value={draft.replicaCount}
                fault={faults['replicaCount']}
                inputMode="numeric"
                onChange={(replicaCount) => onChange({ replicaCount })}
              />
            </Grid>
          </Panel>
          <Panel title={texts.resources}>
            <ResourceFields
              value={draft.resources}
              faults={faults}
              onChange={(resources) => onChange({ resources })}
            />
          </Panel>
          <EnvironmentTable
            rows={draft.environment}
            faults={faults}
            reveal={reveal}
            onChange={(environment: EnvironmentRow[]) => onChange({ environment })}
          />
        </Stack>
      </fieldset>
    </chakra.form>
  )
}

/** A required text field with its fault. */
function TextField({
  label,
  value,
  fault,
  inputMode,
  onChange,
}: {
  label: string
  value: string
  fault: string | undefined
  inputMode?: 'numeric'
  onChange(value: string): void
}) {
  return (
    <Field.Root required invalid={fault !== undefined}>
      <Field.Label>{label}</Field.Label>
      <Input
        value={value}
        maxLength={200}
        inputMode={inputMode}
        autoComplete="off"
        spellCheck={false}
        fontVariantNumeric="tabular-nums"
        onChange={(event) => onChange(event.target.value)}
      />
      <Field.ErrorText>{fault}</Field.ErrorText>
    </Field.Root>
  )
}

type Resources = DeploymentFormValues['resources']

const fields = [
  ['limits', 'cpu', texts.cpuLimit],
  ['limits', 'memory', texts.memoryLimit],
  ['requests', 'cpu', texts.cpuRequest],
  ['requests', 'memory', texts.memoryRequest],
] as const

/** Limits and requests of CPU and memory. */
function ResourceFields({
  value,
  faults,
  onChange,
}: {
  value: Resources
  faults: FieldFaults
  onChange(value: Resources): void
}) {
  return (
    <Grid data-fields templateColumns={columns} gap="4" alignItems="start">
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
