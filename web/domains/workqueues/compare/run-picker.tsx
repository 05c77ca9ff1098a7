import { Box, Button, chakra, Field, Flex, Input, Skeleton } from '@chakra-ui/react'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useQuery } from 'urql'
import { compareMessages } from '#shared/domains/workqueues/compare-messages.ts'
import { workqueueMessages } from '#shared/domains/workqueues/messages.ts'
import { shortDuration } from '#shared/lib/time-text.ts'
import { shortId } from '#web/ui/display/short-id.tsx'
import { StatusBadge } from '#web/ui/display/status.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { FailedState } from '#web/ui/feedback/placeholders.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import {
  CHOICES_PER_PAGE,
  isOfSamePlan,
  type RunChoice,
  runChoicesQuery,
  type RunToCompare,
} from './operations.ts'

/** Another run…: chooses a run of the same plan, or any run of the app by its id or its name. */
export function RunPicker({
  run,
  current,
  onChoose,
  onClose,
}: {
  run: RunToCompare
  /** The run that it is compared with now. */
  current: string | null
  onChoose(id: string): void
  onClose(): void
}) {
  const [any, setAny] = useState(false)
  const [text, setText] = useState('')
  const [page, setPage] = useState(1)
  const words = text.trim().toLowerCase()
  const typedId = /^[\da-z_-]{12,64}$/i.test(text.trim()) && text.trim() !== run.id ? text.trim() : null
  const choose = (id: string) => {
    onClose()
    onChoose(id)
  }
  return (
    <Dialog title={compareMessages.chooseRun} open onClose={onClose} size="lg">
      <Flex gap="3" align="center" wrap="wrap" mb="3">
        <Field.Root flex="1" minW="220px" width="auto">
          <Field.Label srOnly>{compareMessages.findRun}</Field.Label>
          <Input
            type="search"
            value={text}
            placeholder={compareMessages.findRun}
            onChange={(event) => setText(event.target.value)}
          />
        </Field.Root>
        <Switch checked={any} onChange={setAny} label={compareMessages.anyPlan} />
      </Flex>
      <chakra.ul
        listStyleType="none"
        maxH="min(52vh, 460px)"
        overflowY="auto"
        mx="-2"
        aria-label={compareMessages.runs}
      >
        {Array.from({ length: page }, (_, index) => (
          <ChoicePage
            key={index}
            run={run}
            page={index + 1}
            isChoice={(row) =>
              row.id !== run.id && (any || words !== '' || isOfSamePlan(run, row)) && isFound(row, words)
            }
            current={current}
            last={index + 1 === page}
            onMore={() => setPage(page + 1)}
            onChoose={choose}
          />
        ))}
      </chakra.ul>
      {typedId !== null && (
        <Button mt="2" onClick={() => choose(typedId)}>
          {compareMessages.compareWith(shortId(typedId))}
        </Button>
      )}
    </Dialog>
  )
}

const none: RunChoice[] = []

/** A shorter end of an id is that of too many; screens show six characters. */
const LEAST_END = 4

/** Pages without a choice that are read on by themselves. */
const PAGES_READ = 10

const isFound = (row: RunChoice, words: string) =>
  words === '' ||
  row.id.toLowerCase().startsWith(words) ||
  (words.length >= LEAST_END && row.id.toLowerCase().endsWith(words)) ||
  row.name.toLowerCase().includes(words)

/** One page of the list; of those without a choice the first are read on by themselves, the others on request. */
function ChoicePage({
  run,
  page,
  isChoice,
  current,
  last,
  onMore,
  onChoose,
}: {
  run: RunToCompare
  page: number
  isChoice(row: RunChoice): boolean
  current: string | null
  last: boolean
  onMore(): void
  onChoose(id: string): void
}) {
  const variables = useMemo(() => ({ appId: run.appId, page, perPage: CHOICES_PER_PAGE }), [run.appId, page])
  const [{ data, error }, reread] = useQuery({
    query: runChoicesQuery,
    variables,
    requestPolicy: 'cache-and-network',
  })
  const rows = data?.workqueues.rows.filter(isChoice) ?? none
  const left = (data?.workqueues.total ?? 0) - page * CHOICES_PER_PAGE
  const readsOn = last && data !== undefined && rows.length === 0 && left > 0 && page < PAGES_READ
  const readNext = useEffectEvent(onMore)
  useEffect(() => {
    if (readsOn) readNext()
  }, [readsOn])
  if (error && !data)
    return (
      <li>
        <FailedState
          message={failText(workqueueMessages.loadListFailed, error)}
          onRetry={() => reread({ requestPolicy: 'network-only' })}
        />
      </li>
    )
  if (!data || readsOn)
    return [1, 2, 3].map((row) => (
      <li key={row}>
        <Skeleton height="8" mx="2" my="1" />
      </li>
    ))
  return (
    <>
      {rows.map((row) => (
        <li key={row.id}>
          <Choice row={row} current={row.id === current} onChoose={() => onChoose(row.id)} />
        </li>
      ))}
      {last && (rows.length === 0 || left > 0) && (
        <chakra.li px="2" py="1.5" color="ink.2">
          {rows.length === 0 && `${compareMessages.noChoice} `}
          {left > 0 && (
            <Button variant="plain" onClick={onMore}>
              {compareMessages.olderRuns}
            </Button>
          )}
        </chakra.li>
      )}
    </>
  )
}

function Choice({ row, current, onChoose }: { row: RunChoice; current: boolean; onChoose(): void }) {
  const { started, ended } = row
  return (
    <Button
      variant="ghost"
      width="full"
      height="auto"
      minH="10"
      px="2"
      py="1.5"
      justifyContent="flex-start"
      whiteSpace="normal"
      textAlign="start"
      fontWeight="normal"
      color="ink"
      bg={current ? 'accent.soft' : undefined}
      aria-current={current || undefined}
      onClick={onChoose}
    >
      <Flex as="span" align="center" columnGap="3" rowGap="0.5" wrap="wrap" width="full">
        <Box as="span" textStyle="mono" width="92px">
          {shortId(row.id)}
        </Box>
        <Box as="span" width="88px">
          <StatusBadge status={row.status} size="sm" />
        </Box>
        <Box as="span" flex="1 1 160px" minW="0" overflowWrap="anywhere">
          {row.name}
          {row.description && (
            <Box as="span" display="block" color="ink.2" textStyle="xs" lineClamp={1}>
              {row.description}
            </Box>
          )}
        </Box>
        <Box as="span" color="ink.2" textStyle="xs" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
          <RelativeTime value={row.created} />
          {started !== null &&
            ended !== null &&
            `, ${shortDuration(Date.parse(ended) - Date.parse(started))}`}
          {row.createdBy && ` ${compareMessages.by(row.createdBy)}`}
        </Box>
      </Flex>
    </Button>
  )
}
