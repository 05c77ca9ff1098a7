import { Box } from '@chakra-ui/react'
import { keyMessages as texts } from '#shared/domains/keys/messages.ts'
import { ownerOf } from '#shared/domains/keys/rules.ts'
import { usageMessages } from '#shared/domains/usage/messages.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import { Impact } from '#web/ui/page/impact.tsx'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { keyAddressOf, revokeKeyMutation, type ListedKey } from './operations.ts'

/** Asks before a key is deleted, with what still uses it. */
export function RevokeDialog({ listed, onClose }: { listed: ListedKey; onClose(): void }) {
  const revoke = useAction(revokeKeyMutation, {
    success: () => texts.revoked(listed.name),
    failure: texts.revokeFailed,
  })
  const confirm = async () => {
    if (await revoke.run(keyAddressOf(listed))) onClose()
  }
  return (
    <ConfirmDialog
      title={texts.revokeTitle(texts.kindOf(listed.kind))}
      text={textOf(listed)}
      subject={texts.ofOwner(listed.name, ownerOf(listed))}
      impact={<Uses listed={listed} />}
      open
      onClose={onClose}
      onConfirm={() => void confirm()}
      confirmLabel={texts.revoke}
      danger
      submitting={revoke.running}
    />
  )
}

function textOf({ kind, replacedAt }: ListedKey): string {
  if (kind === 'hookSecret') return texts.revokeHookText
  return replacedAt === null ? `${texts.unreplaced} ${texts.revokeText}` : texts.revokeText
}

/** Of an access key that was replaced, and of a start address, the row says when it was used. */
function Uses({ listed }: { listed: ListedKey }) {
  const { kind, id, owner, alias } = keyAddressOf(listed)
  if (kind === 'token' || kind === 'privateKey')
    return <Impact of={{ kind, id, owner, ...(alias ? { alias } : {}) }} deed="delete" />
  const { lastUsed } = listed
  return (
    <Box mt="3">
      {lastUsed?.at ? (
        <>
          {usageMessages.lastUsed} <RelativeTime value={lastUsed.at} />
          {lastUsed.by && usageMessages.from(lastUsed.by)}
        </>
      ) : (
        usageMessages.neverUsed
      )}
    </Box>
  )
}
