import { Box, chakra, Stack } from '@chakra-ui/react'
import { ChevronRight } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { referenceMessages as texts } from '#shared/domains/reference/messages.ts'
import { Panel } from '#web/ui/page/panel.tsx'
import { CallDetails } from './call-details.tsx'
import type { PlatformCall, CallGroup, JsonSchema } from './openapi.ts'

/** The target of the link to a group: `Account and people` -> `calls-account-and-people`. */
export const groupAnchor = (name: string) => `calls-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`

/** The calls by group, one of them open at a time. */
export function CallList({
  groups,
  schemas,
  open,
  onOpen,
}: {
  groups: CallGroup[]
  schemas: Record<string, JsonSchema>
  /** The id of the open call. */
  open: string
  onOpen(id: string | null): void
}) {
  return (
    <Stack gap="3.5">
      {groups.map(({ name, description, calls }) => (
        <Panel
          key={name}
          id={groupAnchor(name)}
          title={name}
          aside={texts.calls(calls.length)}
          padded={false}
        >
          {description !== '' && (
            <Box px="3.5" py="2" color="ink.2" borderBottomWidth="1px" borderColor="line.soft">
              {description}
            </Box>
          )}
          <chakra.ul listStyleType="none">
            {calls.map((call) => (
              <CallRow
                key={call.id}
                call={call}
                schemas={schemas}
                isOpen={call.id === open}
                onOpen={onOpen}
              />
            ))}
          </chakra.ul>
        </Panel>
      ))}
    </Stack>
  )
}

/** Reads are blue, what adds is green, what changes is amber, what removes is red; the word says the same. */
const methodStates: Readonly<Record<string, string>> = {
  GET: 'started',
  POST: 'completed',
  PUT: 'retry',
  PATCH: 'retry',
  DELETE: 'failed',
}

function Method({ name }: { name: string }) {
  const state = `status.${methodStates[name] ?? 'queued'}`
  return (
    <Box
      textStyle="mono"
      fontWeight="semibold"
      justifySelf="start"
      px="1.5"
      borderRadius="sm"
      color={`${state}.fg`}
      bg={`${state}.soft`}
    >
      {name}
    </Box>
  )
}

function CallRow({
  call,
  schemas,
  isOpen,
  onOpen,
}: {
  call: PlatformCall
  schemas: Record<string, JsonSchema>
  isOpen: boolean
  onOpen(id: string | null): void
}) {
  const detailsId = useId()
  const row = useRef<HTMLLIElement>(null)
  const openedFirst = useRef(isOpen)
  useEffect(() => {
    // Opened by its address: not where the user has just clicked.
    if (openedFirst.current) row.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <chakra.li
      ref={row}
      scrollMarginTop="16"
      css={{ '&:not(:last-child)': { borderBottomWidth: '1px', borderColor: 'line.soft' } }}
    >
      <chakra.button
        type="button"
        aria-expanded={isOpen}
        aria-controls={detailsId}
        onClick={() => onOpen(isOpen ? null : call.id)}
        display="grid"
        gridTemplateColumns={{
          base: '16px 56px minmax(0, 1fr)',
          md: '16px 64px minmax(0, 5fr) minmax(0, 6fr)',
        }}
        columnGap="2"
        alignItems="center"
        width="full"
        minH="10"
        px="3.5"
        py="2"
        textAlign="start"
        cursor="pointer"
        _hover={{ bg: 'hover' }}
      >
        <Box color="ink.3" transform={isOpen ? 'rotate(90deg)' : undefined} aria-hidden>
          <ChevronRight size={14} />
        </Box>
        <Method name={call.method} />
        <Box textStyle="mono" overflowWrap="anywhere">
          {call.path}
        </Box>
        <Box color="ink.2" gridColumn={{ base: '2 / -1', md: 'auto' }}>
          {call.summary}
        </Box>
      </chakra.button>
      <div id={detailsId}>{isOpen && <CallDetails call={call} schemas={schemas} />}</div>
    </chakra.li>
  )
}
