import { Box } from '@chakra-ui/react'
import { useCallback, useState } from 'react'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import { copied } from '#web/lib/copy/copied-objects.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { Impact } from '#web/ui/page/impact.tsx'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'
import { useWholeList } from '#web/ui/table/use-whole-list.tsx'
import { useRemoveAlias, useRevealSecret } from './mutations.ts'
import type { AliasDetail, workerQuery } from '../operations.ts'
import { aliasColumns } from './alias-columns.tsx'
import { PrivateKeys } from './private-keys.tsx'

type Worker = ResultOf<typeof workerQuery>['worker']

/**
 * The aliases of a worker with the credentials of their queues; below each its private keys, which can be
 * collapsed.
 */
export function AliasTable({ worker, reread }: { worker: Worker; reread(): void }) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [toDelete, setToDelete] = useState<AliasDetail | null>(null)
  const remove = useRemoveAlias()
  const reveal = useRevealSecret(worker.id)
  const readOnly = worker.status === 'deleted'

  const confirm = async () => {
    if (!toDelete || !(await remove.run({ workerId: worker.id, alias: toDelete.name }))) return
    setToDelete(null)
    reread()
  }
  const toggle = ({ id }: AliasDetail) => {
    const next = new Set(folded)
    if (!next.delete(id)) next.add(id)
    setFolded(next)
  }
  const copyOf = useCallback(
    ({ name }: AliasDetail) => copied.alias({ name, workerId: worker.id }),
    [worker.id],
  )
  const list = useWholeList(worker.aliases, { textOf: ({ name }) => name, what: workerMessages.aliases })
  const columns = aliasColumns({ readOnly, folded, toggle, reveal, onDelete: setToDelete })
  return (
    <>
      {list.find && <Box mb="3">{list.find}</Box>}
      <DataTable
        label={workerMessages.aliases}
        columns={columns}
        rows={list.shown}
        footer={list.pages}
        rowId={(alias) => alias.id}
        rowLabel={(alias) => alias.name}
        copyOf={copyOf}
        loading={false}
        empty={list.noMatch ?? <EmptyState title={workerMessages.noAliasesTitle} />}
        renderDetail={(alias) =>
          folded.has(alias.id) ? null : (
            <PrivateKeys workerId={worker.id} alias={alias} readOnly={readOnly} reread={reread} />
          )
        }
      />
      <ConfirmDialog
        title={workerMessages.deleteAlias}
        text={workerMessages.deleteAliasText}
        subject={toDelete?.name}
        impact={
          toDelete && <Impact of={{ kind: 'alias', id: toDelete.name, owner: worker.id }} deed="delete" />
        }
        open={toDelete !== null}
        onClose={() => setToDelete(null)}
        onConfirm={() => void confirm()}
        confirmLabel={workerMessages.delete}
        danger
        submitting={remove.running}
      />
    </>
  )
}
