import { Stack } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { helmReleaseJsonSchema } from '#shared/domains/clusters/flux-schema.ts'
import { readFluxConfig } from '#shared/domains/clusters/flux.ts'
import { deploymentMessages as texts } from '#shared/domains/clusters/messages.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { CodeEditor } from '#web/ui/editor/code-editor.tsx'
import { ConfigFaults } from './config-faults.tsx'

/** The text is checked once it has not changed for this long, in milliseconds. */
const SETTLED_MS = 300

/**
 * The configuration as YAML, with completion by its schema and the checks of the platform. Every fault is
 * marked in the text and listed below it.
 */
export function ConfigEditor({
  text,
  disabled,
  onChange,
}: {
  text: string
  disabled: boolean
  onChange(text: string): void
}) {
  const schema = useMemo(() => helmReleaseJsonSchema(), [])
  const settled = useDebounced(text, SETTLED_MS)
  const faults = useMemo(() => {
    const read = readFluxConfig(settled)
    return 'faults' in read ? read.faults : []
  }, [settled])
  const marks = useMemo(
    () =>
      faults.map(({ line, column, path, message }) => ({
        line,
        column,
        message: path ? `${path}: ${message}` : message,
      })),
    [faults],
  )
  const [show, setShow] = useState<{ offset: number } | null>(null)
  return (
    <Stack gap="3.5">
      <CodeEditor
        label={texts.yaml}
        language="yaml"
        tabSize={2}
        height="min(64vh, 640px)"
        value={text}
        onChange={onChange}
        readOnly={disabled}
        marks={marks}
        schema={schema}
        show={show}
      />
      {faults.length > 0 && (
        <ConfigFaults
          faults={faults}
          onShow={({ line, column }) => setShow({ offset: offsetOf(text, line, column) })}
        />
      )}
    </Stack>
  )
}

/** Character offset of a line and column, both counted from 1. */
function offsetOf(text: string, line: number, column: number): number {
  const before = text.split('\n').slice(0, line - 1)
  return before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1
}
