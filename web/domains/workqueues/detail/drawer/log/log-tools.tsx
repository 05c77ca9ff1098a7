import { Box, Button, Flex, Input } from '@chakra-ui/react'
import { ChevronDown, ChevronUp, Download } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { attemptMessages } from '#shared/domains/tasks/attempt-messages.ts'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import type { LeastLevel } from '#web/domains/tasks/logs/log-sections.ts'
import { Segments } from '#web/ui/form/segments.tsx'
import type { LogState } from './log-state.ts'

/** Search, levels and download of the log of a task; stays above the lines. */
export function LogTools({ state, onDownload }: { state: LogState; onDownload(): void }) {
  const { find, matches } = state
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') state.step(event.shiftKey ? -1 : 1)
    if (event.key !== 'Escape' || find === '') return
    state.look('')
    event.preventDefault()
  }
  const errors = state.sections
    .flatMap(({ lines }) => lines)
    .filter(({ log }) => log.level === 'error').length
  const counted = `${matches.length === 0 ? 0 : state.at + 1} of ${matches.length.toLocaleString('en')}`
  return (
    <Flex
      role="search"
      aria-label={attemptMessages.findInLog}
      align="center"
      gap="2"
      wrap="wrap"
      px="3.5"
      py="2"
      borderBottomWidth="1px"
      borderColor="line.soft"
      flexShrink="0"
    >
      <Box position="relative" flex="1" minW="104px">
        <Input
          type="search"
          size="sm"
          height={{ base: '10', sm: '7' }}
          pe={find === '' ? '2' : '16'}
          css={{ '&::-webkit-search-cancel-button': { display: 'none' } }}
          placeholder={taskMessages.find}
          aria-label={attemptMessages.findInLog}
          value={find}
          onChange={(event) => state.look(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {find.trim() !== '' && (
          <Box
            as="span"
            aria-live="polite"
            position="absolute"
            insetEnd="2"
            top="50%"
            transform="translateY(-50%)"
            textStyle="xs"
            color="ink.2"
            fontVariantNumeric="tabular-nums"
            pointerEvents="none"
          >
            {matches.length === 0 ? taskMessages.nothingFound : counted}
          </Box>
        )}
      </Box>
      {find.trim() !== '' && (
        <Flex>
          <Step
            label={taskMessages.previousMatch}
            disabled={matches.length === 0}
            onClick={() => state.step(-1)}
          >
            <ChevronUp />
          </Step>
          <Step label={taskMessages.nextMatch} disabled={matches.length === 0} onClick={() => state.step(1)}>
            <ChevronDown />
          </Step>
        </Flex>
      )}
      <Segments
        label={attemptMessages.levels}
        size="sm"
        options={levelsWith(errors)}
        value={state.least ?? 'all'}
        onChange={(level) => state.setLeast(level === 'all' ? null : level)}
      />
      <Button
        size="sm"
        px="1.5"
        height={{ base: '10', sm: '7' }}
        minW={{ base: '10', sm: '7' }}
        aria-label={attemptMessages.downloadWhole}
        title={attemptMessages.downloadWhole}
        onClick={onDownload}
      >
        <Download />
      </Button>
    </Flex>
  )
}

type Level = NonNullable<LeastLevel> | 'all'

const levelsWith = (errors: number): { value: Level; label: string; count?: number }[] => [
  { value: 'all', label: attemptMessages.level.all },
  { value: 'warn', label: attemptMessages.level.warn },
  { value: 'error', label: attemptMessages.level.error, ...(errors > 0 && { count: errors }) },
]

function Step(props: { label: string; disabled: boolean; onClick(): void; children: React.ReactNode }) {
  const { label, ...button } = props
  return <Button size="sm" variant="ghost" px="1" aria-label={label} title={label} {...button} />
}
