import { Box, chakra, Stack } from '@chakra-ui/react'
import { ChevronRight } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { Panel } from '#web/ui/page/panel.tsx'
import { CallDetails } from './call-details.tsx'
import type { PlatformCall, CallGroup, JsonSchema } from './openapi.ts'

/** The name of a group as a title: `accountSettings` -> `Account settings`. */
export function groupTitle(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The target of the link to a group. */
export const groupAnchor = (name: string) => `calls-${name}`

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
      {groups.map(({ name, calls }) => (
        <Panel key={name} id={groupAnchor(name)} title={groupTitle(name)} aside={calls.length} padded={false}>
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
        gridTemplateColumns={{ base: '16px 1fr', md: '16px 56px minmax(0, 5fr) minmax(0, 6fr)' }}
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
        <Box textStyle="mono" fontWeight="semibold" color="ink.2">
          {call.method}
        </Box>
        <Box textStyle="mono" overflowWrap="anywhere" gridColumn={{ base: '2', md: 'auto' }}>
          {call.path}
        </Box>
        <Box color="ink.2" gridColumn={{ base: '2', md: 'auto' }}>
          {call.summary}
        </Box>
      </chakra.button>
      <div id={detailsId}>{isOpen && <CallDetails call={call} schemas={schemas} />}</div>
    </chakra.li>
  )
}
