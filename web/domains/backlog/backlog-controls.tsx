import { Box, Field, HStack, IconButton, NativeSelect } from '@chakra-ui/react'
import { ArrowDownWideNarrow, ArrowUpNarrowWide, ChevronDown } from 'lucide-react'
import { useRef } from 'react'
import { backlogMessages as texts } from '#shared/domains/backlog/messages.ts'
import { useSearchKey } from '#web/lib/use-keys.ts'
import { ChoiceMenu } from '#web/ui/form/choice-menu.tsx'
import type { Choice } from '#web/ui/form/choices.ts'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { nextSort } from '#web/ui/table/column.ts'
import { MAX_PATTERN, type BacklogParams } from './backlog-params.ts'
import { backlogColumns } from './backlog-columns.tsx'

const sortableColumns = [
  ...backlogColumns.filter(({ sortable }) => sortable),
  { key: 'verdict', header: texts.verdict, sortable: 'descending' } as const,
]

/** The search field; where rows are cards, which have no head, also the sort order. */
export function BacklogControls({
  query,
  onChange,
  fault,
  withQueues,
  apps,
}: {
  query: BacklogParams
  onChange(change: Partial<BacklogParams>): void
  /** Why the pattern finds nothing, as a sentence; null for a valid one. */
  fault: string | null
  /** Whether the rows have verdicts. */
  withQueues: boolean
  /** The apps that have tasks in the queues. */
  apps: readonly Choice[]
}) {
  const field = useRef<HTMLInputElement>(null)
  useSearchKey(field)
  const sortable = sortableColumns.filter(({ key }) => withQueues || key !== 'verdict')
  return (
    <>
      {withQueues && (
        <Box order={{ base: 1, sm: 0 }}>
          <Switch label={texts.onlyWaiting} checked={query.waits} onChange={(waits) => onChange({ waits })} />
        </Box>
      )}
      {withQueues && (
        <ChoiceMenu
          label={texts.app}
          choices={apps}
          value={query.app}
          onChange={(app) => onChange({ app })}
        />
      )}
      <Field.Root
        invalid={fault !== null}
        position="relative"
        order={{ base: -1, sm: 0 }}
        flex={{ base: '1 1 180px', sm: 'none' }}
        // Less where the head has little room: it stays one line when what is stale stands there.
        width={{ base: 'auto', sm: 'clamp(200px, 100vw - 1160px, 280px)' }}
      >
        <SearchField
          ref={field}
          look="wide"
          label={texts.search}
          maxLength={MAX_PATTERN}
          spellCheck={false}
          value={query.search}
          onSearch={(search) => onChange({ search })}
        />
        {/* Over the table, not before it: the rows do not move while a pattern is typed. */}
        <Field.ErrorText
          position="absolute"
          top="calc(100% + 4px)"
          insetInline="0"
          zIndex="popover"
          px="2.5"
          py="1.5"
          bg="raised"
          borderWidth="1px"
          borderColor="danger"
          borderRadius="md"
          boxShadow="raised"
          display="block"
          overflowWrap="anywhere"
        >
          {fault}
        </Field.ErrorText>
      </Field.Root>
      <HStack
        hideFrom={withQueues ? 'md' : 'sm'}
        order={{ base: 1, sm: 0 }}
        flex={{ base: '1 1 200px', sm: 'none' }}
        gap="2"
      >
        <NativeSelect.Root size="md" flex="1">
          <NativeSelect.Field
            aria-label={texts.sortBy}
            width="full"
            height={{ base: '10', sm: '8' }}
            px="2.5"
            value={query.sort.key}
            onChange={(event) => {
              const column = sortable.find(({ key }) => key === event.target.value)
              if (column) onChange({ sort: nextSort(column, null) })
            }}
          >
            {sortable.map(({ key, header }) => (
              <option key={key} value={key}>{`${texts.sortBy} ${header}`}</option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator>
            <ChevronDown />
          </NativeSelect.Indicator>
        </NativeSelect.Root>
        <IconButton
          variant="outline"
          size="sm"
          boxSize={{ base: '10', sm: '8' }}
          flexShrink="0"
          aria-label={query.sort.descending ? texts.descending : texts.ascending}
          title={query.sort.descending ? texts.descending : texts.ascending}
          onClick={() => onChange({ sort: { key: query.sort.key, descending: !query.sort.descending } })}
        >
          {query.sort.descending ? <ArrowDownWideNarrow /> : <ArrowUpNarrowWide />}
        </IconButton>
      </HStack>
    </>
  )
}
