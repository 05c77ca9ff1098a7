import { Box, Button, chakra, Flex } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import type { ScriptTest } from '#shared/domains/scripts/contract.ts'
import { scriptMessages as texts } from '#shared/domains/scripts/messages.ts'
import { scriptTaskType } from '#shared/domains/scripts/rules.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { CopyButton } from '#web/ui/display/copy-button.tsx'
import { StatusBadge } from '#web/ui/display/status.tsx'
import { CodeEditor } from '#web/ui/editor/code-editor.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import type { GivenInputs } from './last-runs.tsx'
import { useTestScript } from './mutations.ts'

/** Test run: runs the code of the editor, saved or not, with inputs that are typed here. Their editor is loaded when it is asked for. */
export function ScriptTestPanel({
  id,
  name,
  code,
  onFault,
  given = null,
}: {
  id: string
  name: string
  code: string
  /** Inputs of a run: they open the test. Others replace what was typed. */
  given?: GivenInputs | null
  /** The fault of the last run, and null when there is none. */
  onFault(fault: ScriptTest['error']): void
}) {
  const [open, setOpen] = useState(given !== null)
  const [inputs, setInputs] = useState(given?.text ?? '{}')
  const [result, setResult] = useState<ScriptTest | null>(null)
  const test = useTestScript()
  const turn = useRef(0)
  const [waiting, setWaiting] = useState(false)
  const parsed = objectOf(inputs)
  useEffect(() => () => void (turn.current += 1), [])
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (given) place.current?.scrollIntoView({ block: 'center' })
  }, [given])

  const run = async () => {
    if (!parsed) return
    const own = ++turn.current
    setWaiting(true)
    setResult(null)
    onFault(null)
    const data = await test.run({ id, inputs: parsed, code })
    if (own !== turn.current) return
    setWaiting(false)
    if (!data) return
    const found = data.testScript as ScriptTest
    setResult(found)
    onFault(found.error)
  }
  const cancel = () => {
    turn.current += 1
    setWaiting(false)
  }
  const type = scriptTaskType(name)
  return (
    <Box ref={place} mt="4">
      <Panel
        title={texts.test}
        aside={
          <Flex align="center" gap="1" minW="0" color="ink.2" textStyle="sm">
            {texts.typeInPlan}
            <chakra.code truncate>{type}</chakra.code>
            <CopyButton label={texts.copyType} text={() => type} />
          </Flex>
        }
      >
        {open ? (
          <Box display="grid" gap="3">
            {given && <Box color="ink.2">{texts.inputsOf(given.of)}</Box>}
            <CodeEditor
              label={texts.inputs}
              language="json"
              height="140px"
              value={inputs}
              onChange={setInputs}
            />
            <Flex align="center" gap="3" wrap="wrap">
              <IfMayChange>
                <Button onClick={() => void run()} disabled={!parsed || waiting} loading={waiting}>
                  {texts.run}
                </Button>
                {waiting && <Button onClick={cancel}>{texts.cancelRun}</Button>}
              </IfMayChange>
              {!parsed && <Box color="status.failed.fg">{texts.inputsFault}</Box>}
              <Flex aria-live="polite" align="center" gap="2" color="ink.2">
                {result && (
                  <>
                    <StatusBadge status={result.error ? 'failed' : 'ended'} size="sm" />
                    <span>{texts.took(result.ms, result.progress)}</span>
                  </>
                )}
              </Flex>
            </Flex>
            {result && <TestResult result={result} />}
          </Box>
        ) : (
          <Button onClick={() => setOpen(true)}>{texts.openTest}</Button>
        )}
      </Panel>
    </Box>
  )
}

function TestResult({ result: { outputs, error, log } }: { result: ScriptTest }) {
  return (
    <>
      {error ? (
        <Part title={texts.fault} text={error.trace ?? error.reason} />
      ) : (
        <Part title={texts.outputs} text={JSON.stringify(outputs, null, 2)} />
      )}
      {log.length > 0 && <Part title={texts.log} text={log.join('\n')} />}
    </>
  )
}

function Part({ title, text }: { title: string; text: string }) {
  return (
    <Box>
      <Box textStyle="sm" color="ink.2" mb="1">
        {title}
      </Box>
      <chakra.pre
        aria-label={title}
        tabIndex={0}
        role="region"
        p="3"
        m="0"
        maxH="240px"
        overflow="auto"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
        bg="bg"
        borderWidth="1px"
        borderColor="line"
        borderRadius="md"
        textStyle="sm"
        fontFamily="mono"
      >
        {text}
      </chakra.pre>
    </Box>
  )
}

/** Null unless the text is a JSON object. */
function objectOf(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
  } catch {
    return null
  }
}
