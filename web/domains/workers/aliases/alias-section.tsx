import { Box, Button, Flex } from '@chakra-ui/react'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import { aliasCount } from '#shared/domains/workers/rules.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { useQueryState } from '#web/lib/query-string.ts'
import type { workerQuery } from '../operations.ts'
import { AddAliasButton } from './add-alias-button.tsx'
import { AliasTable } from './alias-table.tsx'
import { useLiveness } from './use-liveness.ts'

type Worker = ResultOf<typeof workerQuery>['worker']

const parse = (params: URLSearchParams) => ({ shown: params.get('aliases') === 'true' })
const format = ({ shown }: { shown: boolean }) => (shown ? '?aliases=true' : '')

/** The aliases of a worker, hidden by default; the address keeps whether they are shown. */
export function AliasSection({ worker, reread }: { worker: Worker; reread(): void }) {
  const [{ shown }, change] = useQueryState(parse, format)
  const isDeleted = worker.status === 'deleted'
  const notesPolls = worker.aliases.some((alias) => alias.notesPolls)
  useLiveness(worker.id, shown && !isDeleted && notesPolls)
  return (
    <Box as="section" aria-label={workerMessages.aliases} mt="4">
      <Flex gap="3" align="center" justify="space-between" wrap="wrap" mb={shown ? '3' : '0'}>
        <Flex align="center" gap="3">
          <Button
            aria-expanded={shown}
            onClick={() => change({ shown: !shown })}
            _expanded={{ bg: 'surface' }}
          >
            {shown ? <ChevronDown /> : <ChevronRight />}
            {shown ? workerMessages.hideAliases : workerMessages.showAliases}
          </Button>
          <Box color="ink.2" fontVariantNumeric="tabular-nums">
            {aliasCount(worker.aliases.length)}
          </Box>
        </Flex>
        {shown && !isDeleted && <AddAliasButton workerId={worker.id} onAdded={reread} />}
      </Flex>
      {shown && <AliasTable worker={worker} reread={reread} />}
    </Box>
  )
}
