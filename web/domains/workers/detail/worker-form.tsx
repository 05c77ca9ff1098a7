import { Box, chakra, Field, Flex, Grid, Input, Textarea } from '@chakra-ui/react'
import { Trash2 } from 'lucide-react'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import { daysSince } from '#shared/domains/workers/rules.ts'
import { useRights } from '#web/lib/rights.tsx'
import { useFeature } from '#web/lib/features.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { parseJsonObject } from '#web/lib/json-text.ts'
import { useNow } from '#web/lib/use-time.ts'
import { JsonField } from '#web/ui/editor/json-field.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { UpdatedNote } from '#web/ui/time/moment.tsx'
import type { workerFields } from '../operations.ts'
import { InputSchemaField } from './schema-field.tsx'
import type { WorkerFormValues } from './worker-form-values.ts'

/** Fields beside each other, where the form is not beside the facts. */
const columns = (count: number) => ({
  base: 'minmax(0, 1fr)',
  md: 'repeat(2, minmax(0, 1fr))',
  lg: `repeat(${count}, minmax(0, 1fr))`,
})

function reasonIn(text: string): string | null {
  const parsed = parseJsonObject(text)
  return 'reason' in parsed ? parsed.reason : null
}

/** The editable fields of a worker, its team and its task type. */
export function WorkerForm({
  id,
  worker,
  values,
  submitting,
  onChange,
  onSubmit,
}: {
  /** Id of the form, for the submit button in the page head. */
  id: string
  worker: ResultOf<typeof workerFields>
  values: WorkerFormValues
  submitting: boolean
  onChange(part: Partial<WorkerFormValues>): void
  onSubmit(): void
}) {
  const isDeleted = worker.status === 'deleted'
  const keepsSchema = useFeature('workerInputs')
  const { mayChange } = useRights()
  const isNameless = values.name.trim() === ''
  const readOnly = { readOnly: true, bg: 'bg' } as const
  const editable = isDeleted ? readOnly : {}
  const height = heightOf(values.inputs, values.outputs, values.inputSchema)
  const editor = { height, readOnly: isDeleted || submitting || !mayChange }
  return (
    <chakra.form
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isNameless && !submitting && !isDeleted) onSubmit()
      }}
    >
      <chakra.fieldset disabled={submitting || !mayChange} minW="0" display="grid" gap="4">
        {isDeleted && <DeletedNote since={worker.updated} />}
        <Panel title={workerMessages.details} aside={<UpdatedNote {...worker} />}>
          <Grid data-fields templateColumns={columns(4)} gap="4" alignItems="start">
            <Field.Root required={!isDeleted} invalid={isNameless}>
              <Field.Label>
                {workerMessages.name}
                <Field.RequiredIndicator />
              </Field.Label>
              <Input
                {...editable}
                maxLength={200}
                value={values.name}
                onChange={(event) => onChange({ name: event.target.value })}
              />
              <Field.ErrorText>{workerMessages.nameMissing}</Field.ErrorText>
            </Field.Root>
            <Field.Root readOnly>
              <Field.Label>{workerMessages.team}</Field.Label>
              <Input {...readOnly} value={worker.teamName ?? ''} />
            </Field.Root>
            <Field.Root readOnly data-wide>
              <Field.Label>{workerMessages.task}</Field.Label>
              <Input {...readOnly} textStyle="mono" value={worker.type} />
            </Field.Root>
            <Field.Root data-wide>
              <Field.Label>{workerMessages.description}</Field.Label>
              <Textarea
                {...editable}
                rows={2}
                minH="0"
                maxLength={2000}
                value={values.description}
                onChange={(event) => onChange({ description: event.target.value })}
              />
            </Field.Root>
          </Grid>
        </Panel>
        <Panel>
          <Grid data-fields="1" templateColumns={columns(keepsSchema ? 3 : 2)} gap="4">
            {(['inputs', 'outputs'] as const).map((name) => (
              <Box key={name} minW="0">
                <JsonField
                  {...editor}
                  label={workerMessages[name]}
                  text={values[name]}
                  onChange={(text) => onChange({ [name]: text })}
                  reason={reasonIn(values[name])}
                />
              </Box>
            ))}
            {keepsSchema && (
              <Box minW="0" gridColumn={{ md: '1 / -1', lg: 'auto' }}>
                <InputSchemaField
                  {...editor}
                  text={values.inputSchema}
                  onChange={(text) => onChange({ inputSchema: text })}
                  reason={reasonIn(values.inputSchema)}
                />
              </Box>
            )}
          </Grid>
        </Panel>
      </chakra.fieldset>
    </chakra.form>
  )
}

/** As high as the longest of the texts of the editors, at least two lines and at most 320 px; what is below stays in view. */
const heightOf = (...texts: string[]) => {
  const lines = Math.max(...texts.map((text) => text.split('\n').length))
  return `${Math.min(320, 22 + 18 * (lines < 2 ? 2 : lines + 1))}px`
}

/** Shows that a worker is deleted, and for how many days: its last change was the deletion. */
function DeletedNote({ since }: { since: string | null }) {
  const now = useNow(10_000)
  return (
    <Flex
      role="note"
      align="center"
      gap="2.5"
      px="3.5"
      py="2.5"
      borderRadius="lg"
      bg="status.deleted.soft"
      color="ink.2"
    >
      <Trash2 size={16} aria-hidden />
      <span>
        {workerMessages.deletedText} {since && `${workerMessages.deletedSince(daysSince(since, now))}.`}
      </span>
    </Flex>
  )
}
