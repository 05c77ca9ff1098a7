import { Box, Button, Flex } from '@chakra-ui/react'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import { daysLeft, daysLeftText, isoDate } from '#shared/domains/workers/rules.ts'
import { useNow } from '#web/lib/use-now.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { RowDelete } from '#web/ui/row-delete.tsx'
import type { Alias } from './alias-table.tsx'

export type PrivateKey = Alias['privateKeys'][number]

/** Days at which a key begins to be one to replace. */
const SOON_DAYS = 30

/** The days that a key has left; in a stronger voice when they are few. */
export function ExpiresIn({ of: key }: { of: Pick<PrivateKey, 'createdAt' | 'expiresAt'> }) {
  const tick = useNow(10_000)
  if (!key.expiresAt) return <>-</>
  // A key newer than the last tick must not have a day more than its life.
  const now = Math.max(tick, key.createdAt ? Date.parse(key.createdAt) : 0)
  const days = daysLeft(key.expiresAt, now)
  const color = days <= 0 ? 'danger' : days <= SOON_DAYS ? 'status.retry.fg' : undefined
  return (
    <Box as="span" color={color} fontWeight={color && 'medium'} title={key.expiresAt}>
      {daysLeftText(days)}
    </Box>
  )
}

/** What stands of a private key in its row. */
export function keyColumns({
  readOnly,
  onInfo,
  onDelete,
}: {
  readOnly: boolean
  onInfo(key: PrivateKey): void
  onDelete(key: PrivateKey): void
}): Column<PrivateKey>[] {
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
      render: (key) => <ExpiresIn of={key} />,
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
