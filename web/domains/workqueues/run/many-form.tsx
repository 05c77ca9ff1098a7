import { Box, Button, chakra, Field, Flex, Textarea } from '@chakra-ui/react'
import { Upload } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { runFormMessages } from '#shared/domains/workqueues/run-form-messages.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import { typesInWords } from '#shared/lib/json-schema/words.ts'
import { isJsonObject, ownField } from '#shared/lib/json-schema/schema.ts'
import { briefJson, parseJsonObject } from '#web/lib/json-text.ts'
import { readRows, type RowColumn, type StateRow } from './rows.ts'

/** Rows and columns that the preview shows. */
const ROWS_SHOWN = 100
const COLUMNS_SHOWN = 6

/** Rows from a text or a file, each of which becomes a run, with what is wrong in them. */
export function ManyForm({
  schema,
  base,
  text,
  onChange,
  onStates,
}: {
  schema: JsonObject | null
  /** The initial state that each row is added to, as JSON text. */
  base: string
  text: string
  onChange(text: string): void
  /** Gets the initial states of the rows without faults. */
  onStates(states: JsonObject[]): void
}) {
  const file = useRef<HTMLInputElement>(null)
  const read = useMemo(() => {
    const state = parseJsonObject(base)
    return 'value' in state
      ? readRows(text, state.value, schema)
      : { reason: runFormMessages.noBase(state.reason) }
  }, [text, base, schema])
  useEffect(() => {
    const rows = 'rows' in read ? read.rows : []
    onStates(rows.filter(({ faults }) => faults.length === 0).map(({ state }) => state))
  }, [read, onStates])
  const wrong = 'rows' in read ? read.rows.filter(({ faults }) => faults.length > 0) : []
  const right = 'rows' in read ? read.rows.length - wrong.length : 0
  return (
    <Box display="grid" gap="3" gridTemplateColumns="minmax(0, 1fr)">
      <Field.Root invalid={'reason' in read}>
        <Field.Label>{runFormMessages.rows}</Field.Label>
        <Textarea
          rows={6}
          textStyle="mono"
          spellCheck={false}
          placeholder={'customer,address.city\n991,Berlin'}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
        <Field.HelperText>{runFormMessages.rowsHint}</Field.HelperText>
        <Field.ErrorText>{'reason' in read && read.reason}</Field.ErrorText>
      </Field.Root>
      <Flex gap="3" align="center" wrap="wrap">
        <Button onClick={() => file.current?.click()}>
          <Upload /> {runFormMessages.file}
        </Button>
        <chakra.input
          ref={file}
          type="file"
          accept=".csv,.tsv,.json,.jsonl,.txt,text/csv,application/json"
          aria-label={runFormMessages.file}
          tabIndex={-1}
          srOnly
          onChange={({ target }) => {
            void target.files?.[0]?.text().then(onChange)
            target.value = ''
          }}
        />
        <Box color="ink.2" aria-live="polite" fontVariantNumeric="tabular-nums">
          {'rows' in read &&
            (read.rows.length === 0 ? runFormMessages.noRows : runFormMessages.ready(right, wrong.length))}
        </Box>
      </Flex>
      {'rows' in read && read.rows.length > 0 && (
        <Preview
          columns={read.columns}
          rows={[...wrong, ...read.rows.filter((row) => !wrong.includes(row))]}
        />
      )}
    </Box>
  )
}

/** The first rows, those with faults before the others. */
function Preview({ columns, rows }: { columns: RowColumn[]; rows: StateRow[] }) {
  const shown = columns.slice(0, COLUMNS_SHOWN)
  return (
    <Box>
      <Box
        overflow="auto"
        maxH="260px"
        borderWidth="1px"
        borderRadius="md"
        tabIndex={0}
        role="region"
        aria-label={runFormMessages.preview}
      >
        <chakra.table width="full" textStyle="sm" css={table}>
          <thead>
            <tr>
              <th scope="col">{runFormMessages.rowNumber}</th>
              <th scope="col">{runFormMessages.state}</th>
              {shown.map(({ name, type }) => (
                <th scope="col" key={name}>
                  {name}{' '}
                  <Box as="span" color="ink.3" fontWeight="normal">
                    {type && typesInWords([type])}
                  </Box>
                </th>
              ))}
              {columns.length > shown.length && (
                <th scope="col">{`and ${columns.length - shown.length} more`}</th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, ROWS_SHOWN).map(({ number, state, faults }) => (
              <tr key={number}>
                <td>{number}</td>
                <Box as="td" color={faults.length > 0 ? 'danger' : 'ink.2'} minW="32">
                  {faults.length > 0 ? faults.join('; ') : runFormMessages.right}
                </Box>
                {shown.map(({ name, path }) => (
                  <td key={name}>{cellText(valueAt(state, path))}</td>
                ))}
                {columns.length > shown.length && <td />}
              </tr>
            ))}
          </tbody>
        </chakra.table>
      </Box>
      {rows.length > ROWS_SHOWN && (
        <Box color="ink.2" mt="1.5">
          {runFormMessages.moreRows(rows.length - ROWS_SHOWN)}
        </Box>
      )}
    </Box>
  )
}

function valueAt(state: Json, path: readonly string[]): Json | undefined {
  let at: Json | undefined = state
  for (const part of path)
    at = Array.isArray(at) ? at[Number(part)] : isJsonObject(at) ? ownField(at, part) : undefined
  return at
}

const cellText = (value: Json | undefined) =>
  value === undefined ? '' : typeof value === 'string' ? value : briefJson(value, 40)

const table = {
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { textAlign: 'start', padding: '6px 10px', verticalAlign: 'top' },
  '& th': { position: 'sticky', top: 0, background: 'surface', whiteSpace: 'nowrap', fontWeight: 'medium' },
  '& td': { borderTopWidth: '1px', borderColor: 'line.soft', maxWidth: '220px', overflowWrap: 'anywhere' },
} as const
