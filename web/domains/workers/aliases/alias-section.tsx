import { Box, Button, chakra, Flex } from '@chakra-ui/react'
import { ChevronDown, ChevronRight, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useClient } from 'urql'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import { aliasCount } from '#shared/domains/workers/rules.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import type { ResultOf } from '#web/lib/graphql.ts'
import { useQueryState } from '#web/lib/query-string.ts'
import { TextDialog } from '#web/ui/dialog/form-dialog.tsx'
import { useAddAlias } from './mutations.ts'
import { workerLivenessQuery, type workerQuery } from '../operations.ts'
import { AliasTable } from './alias-table.tsx'

type Worker = ResultOf<typeof workerQuery>['worker']

const parse = (params: URLSearchParams) => ({ shown: params.get('aliases') === 'true' })
const format = ({ shown }: { shown: boolean }) => (shown ? '?aliases=true' : '')

/** The aliases of a worker, hidden by default; the address keeps whether they are shown. */
export function AliasSection({ worker, reread }: { worker: Worker; reread(): void }) {
  const [{ shown }, change] = useQueryState(parse, format)
  const isDeleted = worker.status === 'deleted'
  const notesPolls = worker.aliases.some((alias) => alias.notesPolls)
  const { hash } = useLocation()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (hash === '#aliases') section.current?.scrollIntoView?.()
  }, [hash])
  useLiveness(worker.id, shown && !isDeleted && notesPolls)
  return (
    <chakra.section ref={section} aria-label={workerMessages.aliases} mt="4" scrollMarginTop="16">
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
    </chakra.section>
  )
}

/** Add Alias: asks for its name. */
function AddAliasButton({ workerId, onAdded }: { workerId: string; onAdded(): void }) {
  const [open, setOpen] = useState(false)
  const add = useAddAlias()
  const submit = async (name: string) => {
    if (!(await add.run({ workerId, name }))) return
    setOpen(false)
    onAdded()
  }
  return (
    <IfMayChange>
      <Button onClick={() => setOpen(true)}>
        <Plus />
        {workerMessages.addAlias}
      </Button>
      <TextDialog
        title={workerMessages.addAlias}
        label={workerMessages.aliasName}
        hint={workerMessages.aliasNameHint}
        pattern={/^[A-Za-z0-9_-]+$/}
        maxLength={100}
        confirmLabel={workerMessages.add}
        open={open}
        onClose={() => setOpen(false)}
        submitting={add.running}
        onSubmit={(name) => void submit(name)}
      />
    </IfMayChange>
  )
}

/** Interval of the liveness queries, in milliseconds; the platform records polls to about ten seconds. */
const LOOK_MS = 15_000

/**
 * Keeps `lastPoll` of a worker's aliases up to date in the cache while they are shown and the tab is visible.
 * A failed query is ignored: the next one makes up for it.
 */
function useLiveness(workerId: string, shown: boolean): void {
  const client = useClient()
  useEffect(() => {
    if (!shown) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'hidden') return
      void client.query(workerLivenessQuery, { id: workerId }, { requestPolicy: 'network-only' }).toPromise()
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [client, workerId, shown])
}
