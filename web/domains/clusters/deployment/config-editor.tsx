import { Box, chakra, Flex, Stack } from '@chakra-ui/react'
import { TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { helmReleaseJsonSchema } from '#shared/domains/clusters/flux-schema.ts'
import { type FluxFault, readFluxConfig } from '#shared/domains/clusters/flux.ts'
import { deploymentMessages as texts } from '#shared/domains/clusters/messages.ts'
import { useDebounced } from '#web/lib/use-time.ts'
import { CodeEditor } from '#web/ui/editor/code-editor.tsx'

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

/** The faults of a configuration, one per line; a click shows the fault in the text. */
function ConfigFaults({ faults, onShow }: { faults: readonly FluxFault[]; onShow(fault: FluxFault): void }) {
  return (
    <chakra.section
      role="status"
      aria-label="Faults of the configuration"
      borderWidth="1px"
      borderColor="danger"
      borderRadius="lg"
      bg="danger.soft"
      p="3.5"
    >
      <Flex align="center" gap="2" color="danger" fontWeight="semibold">
        <TriangleAlert size={16} aria-hidden />
        {faults.length === 1 ? '1 fault' : `${faults.length} faults`}
      </Flex>
      <chakra.ul mt="2" display="grid" gap="0.5" maxH="240px" overflowY="auto" listStyleType="none">
        {faults.map((fault, index) => (
          <li key={index}>
            <chakra.button
              type="button"
              display="flex"
              gap="3"
              width="full"
              textAlign="start"
              px="1"
              borderRadius="xs"
              cursor="pointer"
              _hover={{ textDecoration: 'underline' }}
              _focusVisible={{ outline: '2px solid {colors.accent}' }}
              onClick={() => onShow(fault)}
            >
              <Box as="span" textStyle="mono" lineHeight="sm" color="ink.2" flexShrink={0} minW="14">
                {`${fault.line}:${fault.column}`}
              </Box>
              <Box as="span" minW="0" overflowWrap="anywhere">
                {fault.path && (
                  <Box as="span" textStyle="mono" me="1.5">
                    {fault.path}
                  </Box>
                )}
                {fault.message}
              </Box>
            </chakra.button>
          </li>
        ))}
      </chakra.ul>
    </chakra.section>
  )
}
