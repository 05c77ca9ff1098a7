import { Box, Button, chakra, Grid, NativeSelect, Skeleton, Stack } from '@chakra-ui/react'
import { BookOpen, Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { referenceMessages as texts } from '#shared/domains/reference/messages.ts'
import { useQueryState } from '#web/lib/query-string.ts'
import { useSearchKey } from '#web/lib/use-keys.ts'
import { failText } from '#web/ui/feedback/error-text.ts'
import { EmptyState, FailedState } from '#web/ui/feedback/placeholders.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { CallList, groupAnchor } from './call-list.tsx'
import { searchCalls, type CallGroup } from './openapi.ts'
import { type Reference, useReference } from './use-reference.ts'

/** Every call of the platform with its fields and a command that makes it. */
export function ReferencePage() {
  const reference = useReference()
  const { info } = reference.document ?? {}
  return (
    <>
      <PageHead
        crumbs={[]}
        title={texts.title}
        badge={info?.version !== undefined && <chakra.span color="ink.3">{info.version}</chakra.span>}
        actions={
          <Button asChild>
            <a href="/api/docs" download="openapi.json">
              <Download /> {texts.download}
            </a>
          </Button>
        }
      />
      <Box color="ink.2" mt="-2" mb="4" maxW="720px">
        {texts.intro} {info?.description}
      </Box>
      <Content reference={reference} />
    </>
  )
}

function Content({ reference: { document, groups, failure, reread } }: { reference: Reference }) {
  if (failure?.status === 404)
    return (
      <Panel>
        <EmptyState icon={<BookOpen size={20} />} title={texts.none} description={texts.noneText} />
      </Panel>
    )
  if (failure && !document)
    return (
      <Panel>
        <FailedState message={failText(texts.loadFailed, failure)} onRetry={reread} />
      </Panel>
    )
  if (!document) return <Loading />
  return <Calls groups={groups} schemas={document.components?.schemas ?? {}} />
}

const parseSearch = (params: URLSearchParams) => ({ search: params.get('search') ?? '' })
const formatSearch = ({ search }: { search: string }) =>
  search.trim() === '' ? '' : `?search=${encodeURIComponent(search)}`

function Calls({
  groups,
  schemas,
}: { groups: CallGroup[] } & Pick<Parameters<typeof CallList>[0], 'schemas'>) {
  const [{ search }] = useQueryState(parseSearch, formatSearch)
  const [typed, setTyped] = useState(search)
  const { hash } = useLocation()
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  useSearchKey(field)
  const look = (next: string) => {
    setTyped(next)
    void navigate({ search: formatSearch({ search: next }), hash }, { replace: true })
  }
  const found = searchCalls(groups, typed)
  const count = found.reduce((sum, { calls }) => sum + calls.length, 0)
  return (
    <Grid templateColumns={{ base: '1fr', lg: '180px minmax(0, 1fr)' }} gap="6" alignItems="start">
      <Stack position={{ lg: 'sticky' }} top="16" gap="3">
        <SearchField
          ref={field}
          label={texts.search}
          look="wide"
          value={typed}
          onSearch={look}
          onKeyDown={({ key }) => key === 'Escape' && look('')}
        />
        <Box textStyle="xs" color="ink.3" role="status">
          {texts.calls(count)}
        </Box>
        <Sections
          groups={found}
          shown={hash.slice(1)}
          addressOf={(id) => formatSearch({ search: typed }) + id}
        />
      </Stack>
      {found.length > 0 ? (
        <CallList
          groups={found}
          schemas={schemas}
          open={hash.slice(1)}
          onOpen={(id) =>
            void navigate(
              { search: formatSearch({ search: typed }), hash: id ?? '' },
              { replace: true, preventScrollReset: true },
            )
          }
        />
      ) : (
        <Panel>
          <EmptyState
            title={texts.noMatch(typed)}
            action={<Button onClick={() => look('')}>{texts.clearSearch}</Button>}
          />
        </Panel>
      )}
    </Grid>
  )
}

/** Links to the groups: beside the calls where there is room, else a choice above them. */
function Sections({
  groups,
  shown,
  addressOf,
}: {
  groups: CallGroup[]
  /** The group or call of the address. */
  shown: string
  addressOf(hash: string): string
}) {
  const navigate = useNavigate()
  const current = groups.find(
    ({ name, calls }) => groupAnchor(name) === shown || calls.some(({ id }) => id === shown),
  )
  const goTo = (name: string) => {
    void navigate(addressOf(`#${groupAnchor(name)}`), { replace: true, preventScrollReset: true })
    document.getElementById(groupAnchor(name))?.scrollIntoView()
  }
  // A group in the address is gone to once, when the page has opened.
  const opened = useRef(shown)
  useEffect(() => {
    if (opened.current.startsWith(groupAnchor(''))) document.getElementById(opened.current)?.scrollIntoView()
  }, [])
  return (
    <>
      <NativeSelect.Root hideFrom="lg">
        <NativeSelect.Field
          aria-label={texts.toSection}
          height="10"
          value={current?.name ?? ''}
          onChange={({ target }) => goTo(target.value)}
        >
          {!current && <option value="">{texts.toSection}</option>}
          {groups.map(({ name, calls }) => (
            <option key={name} value={name}>
              {`${name} (${calls.length})`}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
      <chakra.nav aria-label={texts.sections} hideBelow="lg" overflowY="auto" maxH="calc(100dvh - 160px)">
        <chakra.ul listStyleType="none">
          {groups.map(({ name, calls }) => (
            <li key={name}>
              <chakra.a
                href={addressOf(`#${groupAnchor(name)}`)}
                aria-current={name === current?.name ? 'location' : undefined}
                display="flex"
                justifyContent="space-between"
                gap="2"
                px="2"
                py="1"
                borderRadius="md"
                color="ink.2"
                _hover={{ bg: 'pressed' }}
                css={{ '&[aria-current]': { bg: '{colors.accent.soft}', color: '{colors.accent}' } }}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return
                  event.preventDefault()
                  goTo(name)
                }}
              >
                {name}
                <chakra.span color="ink.3" fontVariantNumeric="tabular-nums">
                  {calls.length}
                </chakra.span>
              </chakra.a>
            </li>
          ))}
        </chakra.ul>
      </chakra.nav>
    </>
  )
}

/** The search, the sections and the first groups, where they will be. */
function Loading() {
  return (
    <Grid
      templateColumns={{ base: '1fr', lg: '180px minmax(0, 1fr)' }}
      gap="6"
      role="status"
      aria-label="Loading reference"
    >
      <Stack gap="3">
        <Skeleton height={{ base: '10', lg: '8' }} borderRadius="md" />
        <Skeleton height="320px" borderRadius="md" hideBelow="lg" />
      </Stack>
      <Stack gap="3.5">
        {[0, 1, 2].map((part) => (
          <Skeleton key={part} height="180px" borderRadius="lg" />
        ))}
      </Stack>
    </Grid>
  )
}
