import { Box, Button, Flex } from '@chakra-ui/react'
import { KeyRound, SearchX } from 'lucide-react'
import { useMemo, useState } from 'react'
import { keyKinds, keyStates, MAX_KEY_SEARCH, type KeyState } from '#shared/domains/keys/kinds.ts'
import { keyMessages as texts } from '#shared/domains/keys/messages.ts'
import { keyAge } from '#shared/domains/keys/rules.ts'
import { ListViews, useViewedList } from '#web/domains/views/list-views.tsx'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { useQueryState } from '#web/lib/query-string.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { paths } from '#web/paths.ts'
import { useRegularReread } from '#web/realtime/use-regular-reread.ts'
import { Tag } from '#web/ui/display/tag.tsx'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'
import { FilterSelect } from '#web/ui/form/filter-select.tsx'
import { ListSearch } from '#web/ui/form/list-search.tsx'
import { Segments } from '#web/ui/form/segments.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { ReadTime, RefreshButton } from '#web/ui/page/read-time.tsx'
import { PagedTable } from '#web/ui/table/paged-table.tsx'
import { keyColumns } from './key-columns.tsx'
import { anyKey, isKeysFiltered, keyViews } from './key-params.ts'
import { keyCountsQuery, keyListQuery, type ListedKey } from './operations.ts'

const RotateDialog = lazyPart(
  async () => (await import('./rotate-dialog.tsx')).RotateDialog,
  () => null,
)
const RevokeDialog = lazyPart(
  async () => (await import('./revoke-dialog.tsx')).RevokeDialog,
  () => null,
)

const kinds = keyKinds.map((value) => ({ value, label: texts.kinds[value] }))

type Asking = { deed: 'rotate' | 'revoke'; listed: ListedKey } | null

/** The states of keys to choose from, each with the number of its keys where that is known. */
function useStates() {
  const { data, rereadInBackground } = useLastRead(keyCountsQuery, {})
  const countOf = (state: KeyState) => (data ? { count: data[state].total } : {})
  const states = [
    { value: 'any' as const, label: texts.any },
    ...keyStates.map((value) => ({ value, label: texts.states[value], ...countOf(value) })),
  ]
  return { states, recount: rereadInBackground }
}

/** Every token, key and secret of the account, those first that end first. */
export function KeyListPage() {
  const [query, change] = useQueryState(keyViews.parse, keyViews.format)
  const [asking, setAsking] = useState<Asking>(null)
  const views = useViewedList(keyViews, query, texts.title)
  const { view: _view, ...variables } = query
  const read = useLastRead(keyListQuery, variables)
  const { readAt, failing } = useRegularReread([read])
  const { states, recount } = useStates()
  const rows = read.data?.keys.rows
  const first = rows?.find((key) => ['expired', 'soon'].includes(keyAge(key, readAt ?? 0)) && !key.replacedAt)
  const columns = useMemo(
    () =>
      keyColumns({
        first: first?.id ?? null,
        onRotate: (listed) => setAsking({ deed: 'rotate', listed }),
        onRevoke: (listed) => setAsking({ deed: 'revoke', listed }),
      }),
    [first?.id],
  )
  const filtered = isKeysFiltered(query)
  const clear = () => change({ page: 1, ...anyKey })
  const close = () => setAsking(null)
  return (
    <>
      <PageHead
        crumbs={[{ label: texts.dashboard, to: paths.dashboard() }, { label: texts.title }]}
        title={texts.title}
        badge={<ReadTime readAt={readAt} failing={failing} regular />}
        actions={
          <RefreshButton
            reading={read.reading}
            onClick={() => {
              read.reread()
              recount()
            }}
          />
        }
      />
      <ListViews list={keyViews} shown={views} total={read.current ? read.data?.keys.total : undefined} />
      <Flex gap="2" mb="3.5" wrap="wrap" align="center">
        <ListSearch
          label={texts.search}
          maxLength={MAX_KEY_SEARCH}
          value={query.search}
          onSearch={(search) => change({ page: 1, search })}
        />
        <Box maxW="full" overflowX="auto">
          <Segments<KeyState | 'any'>
            label={texts.state}
            options={states}
            value={query.state ?? 'any'}
            onChange={(state) => change({ page: 1, state: state === 'any' ? null : state })}
          />
        </Box>
        <FilterSelect
          label={texts.kind}
          options={kinds}
          value={query.kind}
          onChange={(kind) => change({ page: 1, kind })}
        />
        {query.workerId !== null && (
          <Tag
            label={[rows?.[0]?.workerName, query.alias].filter(Boolean).join(' · ') || texts.alias}
            onRemove={() => change({ page: 1, workerId: null, alias: null })}
          />
        )}
        {filtered && (
          <Button variant="ghost" minH={{ base: '10', sm: '8' }} onClick={clear}>
            {texts.clear}
          </Button>
        )}
      </Flex>
      <PagedTable
        label={texts.title}
        columns={columns}
        layout={views.layout}
        steady
        read={read}
        page={read.data?.keys}
        rowId={({ id }) => id}
        rowLabel={({ name }) => name}
        failed={texts.loadFailed}
        quiet
        empty={
          filtered ? (
            <EmptyState
              icon={<SearchX size={20} />}
              title={texts.noMatch}
              action={<Button onClick={clear}>{texts.clear}</Button>}
            />
          ) : (
            <EmptyState icon={<KeyRound size={20} />} title={texts.empty} description={texts.emptyText} />
          )
        }
        paging={query}
        onPage={change}
      />
      {asking?.deed === 'rotate' && (
        <RotateDialog key={asking.listed.id} listed={asking.listed} onClose={close} />
      )}
      {asking?.deed === 'revoke' && (
        <RevokeDialog key={asking.listed.id} listed={asking.listed} onClose={close} />
      )}
    </>
  )
}
