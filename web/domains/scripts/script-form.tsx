import { Box, chakra, Field, Grid, Input, Textarea } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import type { ScriptTest } from '#shared/domains/scripts/contract.ts'
import { scriptMessages } from '#shared/domains/scripts/messages.ts'
import { useRights } from '#web/lib/rights.tsx'
import { CodeEditor } from '#web/ui/editor/code-editor.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { UpdatedNote } from '#web/ui/time/moment.tsx'

export interface ScriptFormValues {
  name: string
  description: string
  code: string
}

/** The editable fields of a script, and its team. */
export function ScriptForm({
  id,
  values,
  script,
  submitting,
  onChange,
  onSubmit,
  fault,
}: {
  /** Id of the form, for the submit button in the page head. */
  id: string
  values: ScriptFormValues
  script: { teamName: string | null; updated: string | null; updatedBy: string | null }
  submitting: boolean
  onChange(part: Partial<ScriptFormValues>): void
  onSubmit(): void
  /** Of the last test run; its line is marked until the code changes. */
  fault: ScriptTest['error']
}) {
  const { mayChange } = useRights()
  const marks = useMemo(() => marksOf(fault), [fault])
  const [height] = useState(() => editorHeight(values.code))
  const isNameless = values.name.trim() === ''
  return (
    <chakra.form
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isNameless && !submitting) onSubmit()
      }}
    >
      <chakra.fieldset disabled={submitting || !mayChange} minW="0" display="grid" gap="4">
        <Panel title={scriptMessages.details} aside={<UpdatedNote {...script} />}>
          <Grid
            templateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' }}
            gap="4"
            alignItems="start"
          >
            <Box display="grid" gap="4">
              <Field.Root required invalid={isNameless}>
                <Field.Label>
                  {scriptMessages.name}
                  <Field.RequiredIndicator />
                </Field.Label>
                <Input
                  maxLength={200}
                  value={values.name}
                  onChange={(event) => onChange({ name: event.target.value })}
                />
                <Field.ErrorText>{scriptMessages.nameMissing}</Field.ErrorText>
              </Field.Root>
              <Field.Root readOnly>
                <Field.Label>{scriptMessages.team}</Field.Label>
                <Input readOnly bg="bg" value={script.teamName ?? ''} />
              </Field.Root>
            </Box>
            <Field.Root>
              <Field.Label>{scriptMessages.description}</Field.Label>
              <Textarea
                rows={5}
                maxLength={2000}
                value={values.description}
                onChange={(event) => onChange({ description: event.target.value })}
              />
            </Field.Root>
          </Grid>
        </Panel>
        <Panel title={scriptMessages.code}>
          <CodeEditor
            language="javascript"
            label={scriptMessages.code}
            height={height}
            value={values.code}
            onChange={(code) => onChange({ code })}
            marks={marks}
            readOnly={submitting || !mayChange}
          />
        </Panel>
      </chakra.fieldset>
    </chakra.form>
  )
}

const marksOf = (fault: ScriptTest['error']) =>
  fault?.line == null ? [] : [{ line: fault.line, column: 1, message: fault.reason }]

/** Height of a line of the editor, in pixels. */
const LINE_PX = 18
/** Lines of a short script that leave room to go on writing. */
const SPARE_LINES = 6

/** As high as the code that it begins with, so that what tests it is in view; a long one scrolls. */
const editorHeight = (code: string) =>
  `clamp(220px, ${(code.split('\n').length + SPARE_LINES) * LINE_PX}px, 60vh)`
