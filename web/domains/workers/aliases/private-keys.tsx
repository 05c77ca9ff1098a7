import { Box, Button, Flex } from '@chakra-ui/react'
import { useState } from 'react'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import { isoDate } from '#shared/domains/workers/rules.ts'
import { EntityActivity } from '#web/ui/activity/entity-activity.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { RowDeleteButton } from '#web/ui/table/cells.tsx'
import { Impact } from '#web/ui/page/impact.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { useRemovePrivateKey } from './mutations.ts'
import type { AliasDetail, AliasPrivateKey } from '../operations.ts'
import { ExpiresIn, KeyInfoDialog } from './key-info-dialog.tsx'
import { NewKeyButton } from './new-key-button.tsx'

/** The private keys of one alias and the button that creates one. */
export function PrivateKeys({
  workerId,
  alias,
  readOnly,
  reread,
}: {
  workerId: string
  alias: AliasDetail
  readOnly: boolean
  reread(): void
}) {
  const [toDelete, setToDelete] = useState<AliasPrivateKey | null>(null)
  const [shownKey, setShownKey] = useState<AliasPrivateKey | null>(null)
  const remove = useRemovePrivateKey()
  const confirm = async () => {
    if (!toDelete) return
    if (!(await remove.run({ workerId, alias: alias.name, keyId: toDelete.id }))) return
    setToDelete(null)
    reread()
  }
  const label = `${workerMessages.privateKeys}: ${alias.name}`
  return (
    <Box px="3.5" pt="2" pb="3.5">
      <Flex align="center" justify="space-between" gap="3" wrap="wrap" mb="2">
        <Box fontWeight="medium">{workerMessages.privateKeys}</Box>
        {!readOnly && <NewKeyButton workerId={workerId} alias={alias.name} onAdded={reread} />}
      </Flex>
      <DataTable
        label={label}
        columns={keyColumns({ readOnly, onInfo: setShownKey, onDelete: setToDelete })}
        rows={alias.privateKeys}
        rowId={(key) => key.id}
        loading={false}
        empty={
          <Box px="3.5" py="3" color="ink.2">
            {workerMessages.noKeys}
          </Box>
        }
      />
      <Box mt="2.5">
        <EntityActivity within={workerId} part={alias.name} />
      </Box>
      {shownKey && (
        <KeyInfoDialog
          privateKey={shownKey}
          workerId={workerId}
          alias={alias.name}
          onClose={() => setShownKey(null)}
        />
      )}
      <ConfirmDialog
        title={workerMessages.deleteKey}
        text={workerMessages.deleteKeyText}
        subject={toDelete?.name}
        impact={
          toDelete && (
            <Impact
              of={{ kind: 'privateKey', id: toDelete.id, owner: workerId, alias: alias.name }}
              deed="delete"
            />
          )
        }
        open={toDelete !== null}
        onClose={() => setToDelete(null)}
        onConfirm={() => void confirm()}
        confirmLabel={workerMessages.delete}
        danger
        submitting={remove.running}
      />
    </Box>
  )
}

/** The columns of a private key. */
function keyColumns({
  readOnly,
  onInfo,
  onDelete,
}: {
  readOnly: boolean
  onInfo(key: AliasPrivateKey): void
  onDelete(key: AliasPrivateKey): void
}): Column<AliasPrivateKey>[] {
  return [
    { key: 'name', header: workerMessages.name, primary: true, render: (key) => key.name },
    {
      key: 'created',
      header: workerMessages.keyCreated,
      width: '20%',
      render: (key) =>
        key.createdAt && (
          <time dateTime={key.createdAt} title={key.createdAt}>
            {isoDate(key.createdAt)}
          </time>
        ),
    },
    {
      key: 'expires',
      header: workerMessages.keyExpires,
      width: '20%',
      render: (key) => <ExpiresIn privateKey={key} />,
    },
    {
      key: 'actions',
      header: '',
      width: '220px',
      align: 'end',
      render: (key) => (
        <Flex as="span" display="inline-flex" gap="1" justify="flex-end" wrap="wrap">
          <Button
            size="sm"
            variant="ghost"
            aria-label={`${workerMessages.moreInfo}: ${key.name}`}
            onClick={() => onInfo(key)}
          >
            {workerMessages.moreInfo}
          </Button>
          {!readOnly && (
            <RowDeleteButton name={key.name} says={workerMessages.deleteKey} onClick={() => onDelete(key)} />
          )}
        </Flex>
      ),
    },
  ]
}
