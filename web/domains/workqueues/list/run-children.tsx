import { Box, Button, chakra, Flex, Skeleton } from '@chakra-ui/react'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { type KeyInput, keyInputsOf } from '#shared/domains/workqueues/key-inputs.ts'
import { childrenText } from '#shared/domains/workqueues/list-rows.ts'
import { workqueueRowMessages } from '#shared/domains/workqueues/messages.ts'
import { paths } from '#web/paths.ts'
import { createReread } from '#web/realtime/reread.ts'
import { ShortId } from '#web/ui/display/short-id.tsx'
import { StatusBadge } from '#web/ui/display/status.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { FailedState } from '#web/ui/feedback/placeholders.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { workqueueListQuery } from '../operations.ts'
import { RunCause, RunInputs, RunDuration } from './run-cells.tsx'
import type { WorkqueueListRow } from './use-workqueue-list.ts'

/** Children shown below their parent. */
const SHOWN = 10

/** The line below a run that its tasks have started runs; opened, these runs. */
export function RunChildren({ row, familyEvents }: { row: WorkqueueListRow; familyEvents: number }) {
  const [isOpen, setOpen] = useState(false)
  const { children, name } = row
  if (!children || !children.total) return null
  const { head, failed, rest } = childrenText(children, row.status)
  return (
    <Box bg="surface" ps={{ base: '3', sm: '12' }} pe={{ base: '3', sm: '0' }} pb="1.5">
      <Button
        size="sm"
        variant="ghost"
        fontWeight="normal"
        px="1.5"
        minH={{ base: '10', sm: '7' }}
        aria-expanded={isOpen}
        aria-label={`${head}${failed ?? ''}${rest} - ${name}`}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? <ChevronDown /> : <ChevronRight />}
        <span>
          {head}
          {failed && (
            <Box as="span" color="status.failed.fg" fontWeight="medium">
              {failed}
            </Box>
          )}
          {rest}
        </span>
      </Button>
      {isOpen && <ChildRows row={row} familyEvents={familyEvents} />}
    </Box>
  )
}

function ChildRows({
  row: { appId, id, name },
  familyEvents,
}: {
  row: WorkqueueListRow
  familyEvents: number
}) {
  const [{ data, error }, execute] = useQuery({
    query: workqueueListQuery,
    variables: { appId, page: 1, perPage: SHOWN, parentId: id },
    requestPolicy: 'cache-and-network',
  })
  const reread = useMemo(() => createReread(() => execute({ requestPolicy: 'network-only' })), [execute])
  useEffect(() => reread.cancel, [reread])
  const seen = useRef(familyEvents)
  useEffect(() => {
    if (seen.current === familyEvents) return
    seen.current = familyEvents
    reread.request()
  }, [familyEvents, reread])
  const list = data?.workqueues
  if (!list && error)
    return (
      <FailedState
        message={failText(workqueueRowMessages.loadChildrenFailed, error)}
        onRetry={() => execute({ requestPolicy: 'network-only' })}
      />
    )
  if (!list) return <Skeleton height="8" my="1" role="status" aria-label="Loading children" />
  const more = list.total - list.rows.length
  const inputs = keyInputsOf(list.rows)
  return (
    <>
      <chakra.ul aria-label={`${workqueueRowMessages.family} of ${name}`} listStyleType="none" mt="1">
        {list.rows.map((child) => (
          <ChildRow key={child.id} child={child} inputs={inputs.get(child.id) ?? []} />
        ))}
      </chakra.ul>
      {more > 0 && (
        <TextLink to={paths.workqueues(appId, `?parent=${id}`)} color="accent" px="1.5">
          {workqueueRowMessages.moreChildren(more)}
        </TextLink>
      )}
    </>
  )
}

/** Beside the name the inputs of the child, because children have the same name; duration and status as in the table. */
const childColumns = {
  base: 'minmax(0, 1fr) auto',
  sm: 'minmax(0, 2fr) minmax(0, 3fr) minmax(0, 4fr) 106px 126px',
}

function ChildRow({ child, inputs }: { child: WorkqueueListRow; inputs: readonly KeyInput[] }) {
  return (
    <chakra.li
      display="grid"
      gridTemplateColumns={childColumns}
      alignItems="center"
      minH={{ base: '10', sm: '9' }}
      ps="1.5"
      borderTopWidth="1px"
      borderColor="line.soft"
      fontVariantNumeric="tabular-nums"
    >
      <TextLink to={paths.workqueue(child.appId, child.id)} title={child.name} color="ink" truncate>
        {child.name}
      </TextLink>
      <Flex display={{ base: 'none', sm: 'flex' }} align="baseline" gap="2.5" px="3.5" color="ink.3" minW="0">
        <ShortId id={child.id} />
        <RunInputs inputs={inputs} />
      </Flex>
      <Box gridColumn={{ base: '1 / -1', sm: 'auto' }} gridRow={{ base: '2', sm: 'auto' }} minW="0">
        <RunCause row={child} />
      </Box>
      <Box display={{ base: 'none', sm: 'block' }} px="3.5">
        <RunDuration row={child} />
      </Box>
      <Box px={{ base: '0', sm: '3.5' }}>
        <StatusBadge status={child.status} size="sm" />
      </Box>
    </chakra.li>
  )
}
