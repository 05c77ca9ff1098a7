import { Box, Button, chakra, Flex, Grid } from '@chakra-ui/react'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { Navigate } from 'react-router-dom'
import { workqueueMessages } from '#shared/domains/workqueues/messages.ts'
import { sampleDefinition } from '#shared/domains/workqueues/sample.ts'
import { formatJson, parseJson, prettyJson } from '#web/lib/json-text.ts'
import { paths } from '#web/paths.ts'
import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-changes.tsx'
import { CodeEditor } from '#web/ui/editor/code-editor.tsx'
import { DefinitionFaults } from '#web/ui/feedback/definition-faults.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { useStartWorkqueue } from '../start-mutations.ts'

/** The tab `via API`: submits a definition as JSON. `initial` is JSON text; null for the sample. */
export function DefinitionForm({ appId, initial }: { appId: string; initial: string | null }) {
  const [begun] = useState(() => (initial === null ? formatJson(sampleDefinition) : prettyJson(initial)))
  const [text, setText] = useState(begun)
  const [faults, setFaults] = useState<string[]>([])
  const [startedId, setStartedId] = useState<string | null>(null)
  const { run, running } = useStartWorkqueue()
  const dirty = text !== begun && startedId === null

  const submit = async () => {
    setFaults([])
    const parsed = parseJson(text)
    if ('reason' in parsed) {
      toast.error(failText(workqueueMessages.parseFailed, parsed.reason))
      return setFaults([parsed.reason])
    }
    const result = await run(appId, parsed.value)
    if ('id' in result) setStartedId(result.id)
    else setFaults(result.faults)
  }

  return (
    <chakra.form
      onSubmit={(event) => {
        event.preventDefault()
        if (!running && startedId === null) void submit()
      }}
    >
      <UnsavedGuard dirty={dirty} />
      {startedId !== null && <Navigate to={paths.workqueue(appId, startedId)} />}
      <DraftKeeper form="definition" values={text} dirty={dirty} onRestore={setText} />
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 320px' }}
        gap="4"
        alignItems="start"
      >
        <Box minW="0">
          <CodeEditor
            label="Workqueue definition"
            language="json"
            height="min(560px, 60vh)"
            value={text}
            onChange={setText}
          />
          <Button type="submit" variant="solid" mt="3" loading={running || startedId !== null}>
            <Play /> Submit
          </Button>
        </Box>
        <Flex
          direction="column"
          gap="4"
          order={{ base: -1, lg: 0 }}
          hideBelow={faults.length > 0 ? undefined : 'lg'}
        >
          {faults.length > 0 && <DefinitionFaults outcome="Not started" faults={faults} />}
          <DefinitionHelp />
        </Flex>
      </Grid>
    </chakra.form>
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
