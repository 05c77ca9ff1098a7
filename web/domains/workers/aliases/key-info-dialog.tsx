import { Box, chakra, Flex } from '@chakra-ui/react'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import { CopyButton } from '#web/ui/display/copy-button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { ExpiresIn, type AliasPrivateKey } from './key-columns.tsx'

/** More Info: all fields of a private key. Its id is the KEY_ID in the environment of a worker. */
export function KeyInfoDialog({
  privateKey,
  alias,
  onClose,
}: {
  privateKey: AliasPrivateKey
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
    [workerMessages.keyExpires, <ExpiresIn key="days" of={privateKey} />],
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
    </Dialog>
  )
}
