import { Box, chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { sampleDefinition } from '#shared/domains/workqueues/sample.ts'
import { formatJson, prettyJson } from '#web/lib/json-text.ts'
import { CodeEditor } from '#web/ui/editor/code-editor.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { SubmittedForm } from './submitted-form.tsx'

/** The tab `via API`: submits a definition as JSON. `initial` is JSON text; null for the sample. */
export function DefinitionForm({ appId, initial }: { appId: string; initial: string | null }) {
  const [begun] = useState(() => (initial === null ? formatJson(sampleDefinition) : prettyJson(initial)))
  const [text, setText] = useState(begun)
  return (
    <SubmittedForm
      appId={appId}
      draft="definition"
      text={text}
      dirty={text !== begun}
      onRestore={setText}
      aside={<DefinitionHelp />}
    >
      {() => (
        <CodeEditor
          label="Workqueue definition"
          language="json"
          height="min(560px, 60vh)"
          value={text}
          onChange={setText}
        />
      )}
    </SubmittedForm>
  )
}

const parts = [
  ['name', 'how the run is called'],
  ['initialState', 'the values it begins with'],
  ['tasks', 'each with name, type, inputs, outputs and depends'],
  ['firstTasks', 'the entry tasks, when not every task without depends is one'],
  ['$state.field', 'in inputs reads a value of the state; in outputs it is where a result goes'],
] as const

/** A short reference of the fields of a definition. */
function DefinitionHelp() {
  return (
    <Box hideBelow="lg">
      <Panel title="A definition">
        <chakra.dl display="grid" gap="2.5">
          {parts.map(([term, meaning]) => (
            <div key={term}>
              <chakra.dt fontFamily="mono" textStyle="xs">
                {term}
              </chakra.dt>
              <chakra.dd color="ink.2">{meaning}</chakra.dd>
            </div>
          ))}
        </chakra.dl>
      </Panel>
    </Box>
  )
}
