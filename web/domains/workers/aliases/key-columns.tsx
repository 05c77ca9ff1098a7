import { Box, Button, Flex } from '@chakra-ui/react'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import { daysLeft, daysLeftText, isoDate } from '#shared/domains/workers/rules.ts'
import { useNow } from '#web/lib/use-now.ts'
import type { Column } from '#web/ui/table/column.ts'
import { RowDelete } from '#web/ui/dialog/delete-button.tsx'
import type { AliasDetail } from './alias-table.tsx'

export type AliasPrivateKey = AliasDetail['privateKeys'][number]

/** A key with this number of days left, or fewer, is highlighted. */
const SOON_DAYS = 30

/** The days until a key expires, highlighted when they are few. */
export function ExpiresIn({ of: key }: { of: Pick<AliasPrivateKey, 'createdAt' | 'expiresAt'> }) {
  const tick = useNow(10_000)
  if (!key.expiresAt) return <>-</>
  // The clock may be behind the creation time of a new key, which would add a day.
  const now = Math.max(tick, key.createdAt ? Date.parse(key.createdAt) : 0)
  const days = daysLeft(key.expiresAt, now)
  const color = days <= 0 ? 'danger' : days <= SOON_DAYS ? 'status.retry.fg' : undefined
  return (
    <Box as="span" color={color} fontWeight={color && 'medium'} title={key.expiresAt}>
      {daysLeftText(days)}
    </Box>
  )
}

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
