import { Box, Button, chakra, Flex, NativeSelect, Skeleton } from '@chakra-ui/react'
import { ChevronDown } from 'lucide-react'
import { type CSSProperties, useEffect, useRef } from 'react'
import { useQuery } from 'urql'
import { attemptMessages } from '#shared/domains/tasks/attempt-messages.ts'
import { pageMessages } from '#shared/lib/page-messages.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import { HiddenPayloads } from '#web/ui/display/hidden-payloads.tsx'
import { useRights } from '#web/lib/rights.tsx'
import type { TaskDetail } from '#web/domains/tasks/task.ts'
import { useTaskInputs } from '#web/lib/queues/use-task-inputs.ts'
import { CopyButton } from '#web/ui/display/copy-button.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { isSameJson } from '#web/lib/json-values.ts'
import { namesOfInput } from '#web/ui/schema/input-parts.ts'
import { taskPayloadQuery } from '#web/domains/tasks/attempt-operations.ts'
import { briefValue, PayloadValue, WrittenValue } from './payload/payload-value.tsx'
import type { TabProps } from './drawer-props.ts'
import { useLastGoodTask } from './use-last-good.ts'

/** What an attempt was given, as written and as handed out, and what it gave back. */
export function PayloadTab({ run, task, selection, attempts: { attempts } }: TabProps) {
  const latest = attempts.at(-1)?.number ?? null
  const attempt = selection.address.attempt
  const [{ data, error, operation }, execute] = useQuery({
    query: taskPayloadQuery,
    variables: { taskId: task.id, attempt },
    requestPolicy: 'cache-and-network',
  })
  const mark = `${task.status} ${task.attempt}`
  const read = useRef(mark)
  useEffect(() => {
    if (read.current === mark) return
    read.current = mark
    execute({ requestPolicy: 'network-only' })
  }, [mark, execute])
  const good = useLastGoodTask({ run, task })
  const schema = useTaskInputs(task.type)?.[task.type]
  const isOwn = operation?.variables.attempt === attempt
  const payload = isOwn ? data?.taskPayload : undefined
  const { payloadsHidden } = useRights()
  if (payloadsHidden)
    return (
      <Box p="3.5">
        <HiddenPayloads />
      </Box>
    )
  if (!payload && error)
    return (
      <Box p="3.5" role="alert">
        {failText(attemptMessages.loadPayloadFailed, error)}{' '}
        <Button variant="plain" onClick={() => execute({ requestPolicy: 'network-only' })}>
          {pageMessages.tryAgain}
        </Button>
      </Box>
    )
  const written = (payload?.inputs ?? task.inputs ?? {}) as JsonObject
  const resolved = (payload?.resolved ?? null) as JsonObject | null
  const outputs = (payload?.outputs ?? null) as JsonObject | null
  const stated = new Map((schema ? namesOfInput(schema, []) : []).map(({ name, detail }) => [name, detail]))
  const names = [...new Set([...Object.keys(written), ...Object.keys(resolved ?? {}), ...stated.keys()])]
  const shownAttempt = attempts.find(({ number }) => number === (attempt ?? latest))
  const longest = Math.max(...[...names, ...Object.keys(outputs ?? {})].map(({ length }) => length), 0)
  return (
    <Box
      pb="3"
      style={{ '--name': `${Math.min(MOST_NAME, longest * CHARACTER + NAME_PADDING)}px` } as CSSProperties}
    >
      <Flex
        align="center"
        justify="space-between"
        gap="2"
        px="3.5"
        py="2"
        borderBottomWidth="1px"
        borderColor="line.soft"
      >
        {attempts.length > 0 ? (
          <NativeSelect.Root size="sm">
            <NativeSelect.Field
              aria-label={attemptMessages.choose}
              value={String(attempt ?? latest ?? '')}
              onChange={(event) => {
                const number = Number(event.target.value)
                selection.openTab(task.id, 'payload', number === latest ? null : number)
              }}
            >
              {attempts.map(({ number }) => (
                <option key={number} value={String(number)}>
                  {attemptMessages.attempt(number ?? 1)}
                  {number === latest && `, ${attemptMessages.last}`}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator>
              <ChevronDown />
            </NativeSelect.Indicator>
          </NativeSelect.Root>
        ) : (
          <span />
        )}
        <CopyButton
          label={attemptMessages.copyPayload}
          text={() => JSON.stringify({ inputs: written, resolved, outputs }, null, 4)}
        />
      </Flex>
      {names.length === 0 ? (
        <Box px="3.5" py="3" color="ink.2">
          {attemptMessages.noInputs}
        </Box>
      ) : (
        <chakra.table width="full" textStyle="mono" css={tableStyles} aria-label={attemptMessages.inputs}>
          <thead>
            <tr>
              <th scope="col">{attemptMessages.inputs}</th>
              <th scope="col">{attemptMessages.asWritten}</th>
              <th scope="col">{attemptMessages.asHandedOut}</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">
                  {name}
                  <StatedInput detail={stated.get(name)} />
                </th>
                <td>{name in written && <WrittenValue value={written[name]!} />}</td>
                <td>
                  {!payload ? (
                    <Skeleton as="span" display="block" height="3" width="60%" />
                  ) : resolved === null ? (
                    <Box as="span" color="ink.3" fontFamily="body">
                      {attemptMessages.notHandedOut}
                    </Box>
                  ) : (
                    name in resolved && (
                      <>
                        <PayloadValue value={resolved[name]!} label={name} />
                        <Was now={resolved[name]} before={good?.resolved ?? null} name={name} />
                      </>
                    )
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </chakra.table>
      )}
      {payload && <Result outputs={outputs} task={task} status={shownAttempt?.status ?? task.status} />}
    </Box>
  )
}

/** What the worker states of an input. */
function StatedInput({ detail }: { detail: string | undefined }) {
  if (!detail) return null
  return (
    <Box color="ink.3" fontFamily="body" textStyle="xs">
      {detail}
    </Box>
  )
}

/** What the last good run was given instead. */
function Was({ now, before, name }: { now: Json | undefined; before: JsonObject | null; name: string }) {
  if (before === null || isSameJson(now, before[name])) return null
  return (
    <Box as="span" color="status.retry.fg" fontFamily="body" ms="2" title={attemptMessages.inLastGood}>
      {attemptMessages.was(briefValue(before[name]))}
    </Box>
  )
}

function Result({ outputs, task, status }: { outputs: JsonObject | null; task: TaskDetail; status: string }) {
  const entries = Object.entries(outputs ?? {})
  return (
    <Box as="section" aria-label={attemptMessages.result} borderTopWidth="1px" borderColor="line.soft" mt="1">
      <chakra.table width="full" textStyle="mono" css={tableStyles}>
        <tbody>
          {entries.length === 0 ? (
            <tr>
              <th scope="row">
                <chakra.strong fontFamily="body">{attemptMessages.result}</chakra.strong>
              </th>
              <td colSpan={2}>
                <Box as="span" color="ink.2" fontFamily="body">
                  {attemptMessages.noResult[status] ?? attemptMessages.noResult[task.status] ?? '-'}
                </Box>
              </td>
            </tr>
          ) : (
            entries.map(([name, value], index) => (
              <tr key={name}>
                <th scope="row">
                  {index === 0 && (
                    <chakra.strong display="block" fontFamily="body">
                      {attemptMessages.result}
                    </chakra.strong>
                  )}
                  {name}
                </th>
                <td colSpan={2}>
                  <PayloadValue value={value} label={name} />
                </td>
              </tr>
            ))
          )}
        </tbody>
      </chakra.table>
    </Box>
  )
}

/** Width of a character of the names, of the space around a name, and the most that names take, in pixels. */
const CHARACTER = 7.3
const NAME_PADDING = 26
const MOST_NAME = 150

const tableStyles = {
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  '& th, & td': {
    px: { base: '2', sm: '3' },
    py: '1',
    textAlign: 'start',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
  },
  // As wide as the longest name, which is not broken if there is any room.
  // In the line of what the other tabs begin with.
  '& th:first-of-type': { ps: '3.5' },
  '& th': { fontWeight: 'normal', width: 'var(--name)' },
  '& thead th:not(:first-of-type)': { width: 'auto' },
  '& thead th': { color: 'ink.3', fontFamily: 'body', textStyle: 'xs', pt: '2.5' },
  '& strong': { fontWeight: 'semibold' },
} as const
