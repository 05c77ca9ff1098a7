import { Box, Button, chakra, Grid, Input, Skeleton, Stack } from '@chakra-ui/react'
import { BookOpen, Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { referenceMessages as texts } from '#shared/domains/reference/messages.ts'
import { useQueryState } from '#web/lib/query-string.ts'
import { useSearchKey } from '#web/lib/use-keys.ts'
import { failText } from '#web/ui/feedback/error-text.ts'
import { EmptyState, FailedState } from '#web/ui/feedback/placeholders.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { CallList, groupAnchor, groupTitle } from './call-list.tsx'
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
        <Input
          ref={field}
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          height={{ base: '10', lg: '8' }}
          value={typed}
          onChange={({ target }) => look(target.value)}
          onKeyDown={({ key }) => key === 'Escape' && look('')}
        />
        <Box textStyle="xs" color="ink.3" role="status">
          {texts.found(count)}
        </Box>
        <Sections groups={found} />
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

/** Links to the groups, beside the calls where there is room. */
function Sections({ groups }: { groups: CallGroup[] }) {
  return (
    <chakra.nav aria-label={texts.sections} hideBelow="lg" overflowY="auto" maxH="calc(100dvh - 160px)">
      <chakra.ul listStyleType="none">
        {groups.map(({ name, calls }) => (
          <li key={name}>
            <chakra.button
              type="button"
              display="flex"
              justifyContent="space-between"
              width="full"
              px="2"
              py="1"
              borderRadius="md"
              color="ink.2"
              cursor="pointer"
              _hover={{ bg: 'pressed' }}
              onClick={() => document.getElementById(groupAnchor(name))?.scrollIntoView()}
            >
              {groupTitle(name)}
              <chakra.span color="ink.3" fontVariantNumeric="tabular-nums">
                {calls.length}
              </chakra.span>
            </chakra.button>
          </li>
        ))}
      </chakra.ul>
    </chakra.nav>
  )
}

function Loading() {
  return (
    <Stack gap="3.5" role="status" aria-label="Loading reference" ps={{ lg: '204px' }}>
      {[0, 1, 2].map((part) => (
        <Skeleton key={part} height="180px" borderRadius="lg" />
      ))}
    </Stack>
  )
}
