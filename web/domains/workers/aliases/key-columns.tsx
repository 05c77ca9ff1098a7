import { Button, Flex } from '@chakra-ui/react'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import { isoDate } from '#shared/domains/workers/rules.ts'
import type { Column } from '#web/ui/table/column.ts'
import { RowDelete } from '#web/ui/table/cells.tsx'
import type { AliasPrivateKey } from '../operations.ts'
import { ExpiresIn } from './key-info-dialog.tsx'

/** The columns of a private key. */
export function keyColumns({
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
            <RowDelete name={key.name} says={workerMessages.deleteKey} onClick={() => onDelete(key)} />
          )}
        </Flex>
      ),
    },
  ]
}
