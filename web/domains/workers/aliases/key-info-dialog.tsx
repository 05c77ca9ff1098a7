import { Box, chakra, Flex } from '@chakra-ui/react'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import { daysLeft, daysLeftText } from '#shared/domains/workers/rules.ts'
import { useNow } from '#web/lib/use-time.ts'
import { EntityActivity } from '#web/ui/activity/entity-activity.tsx'
import { CopyButton } from '#web/ui/display/copy-button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import type { AliasPrivateKey } from '../operations.ts'

/** A key with this number of days left, or fewer, is highlighted. */
const SOON_DAYS = 30

/** The days until a key expires, highlighted when they are few. */
export function ExpiresIn({
  privateKey: key,
}: {
  privateKey: Pick<AliasPrivateKey, 'createdAt' | 'expiresAt'>
}) {
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

/** More Info: all fields of a private key. Its id is the KEY_ID in the environment of a worker. */
export function KeyInfoDialog({
  privateKey,
  workerId,
  alias,
  onClose,
}: {
  privateKey: AliasPrivateKey
  workerId: string
  alias: string
  onClose(): void
}) {
  const facts = [
    [workerMessages.name, privateKey.name],
    [workerMessages.alias, alias],
    [
      workerMessages.keyId,
      <Flex key="id" as="span" align="center" gap="1">
        <Box as="span" textStyle="mono">
          {privateKey.id}
        </Box>
        <CopyButton label={`Copy ${workerMessages.keyId}`} text={() => privateKey.id} />
      </Flex>,
    ],
    [workerMessages.keyCreated, privateKey.createdAt ?? '-'],
    [workerMessages.keyExpiresAt, privateKey.expiresAt ?? '-'],
    [workerMessages.keyExpires, <ExpiresIn key="days" privateKey={privateKey} />],
  ] as const
  return (
    <Dialog title={workerMessages.keyInfo} open onClose={onClose} size="sm">
      <chakra.dl
        display="grid"
        gridTemplateColumns="auto minmax(0, 1fr)"
        columnGap="5"
        rowGap="2"
        alignItems="center"
      >
        {facts.map(([name, value]) => (
          <Box key={name} display="contents">
            <chakra.dt color="ink.2">{name}</chakra.dt>
            <chakra.dd overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
              {value}
            </chakra.dd>
          </Box>
        ))}
      </chakra.dl>
      <Box mt="3.5">
        <EntityActivity within={workerId} part={`${alias}/${privateKey.name}`} />
      </Box>
    </Dialog>
  )
}
