import { Box, chakra, Flex } from '@chakra-ui/react'
import { hookTexts as texts } from '#shared/domains/hooks/screen-messages.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { SecretDialog } from '#web/ui/dialog/secret-dialog.tsx'
import { CopyButton } from '#web/ui/display/copy-button.tsx'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import { hookAddress, hookCommand } from './hook-address.ts'
import { HookDialog, type MadeSecret } from './hook-dialog.tsx'
import { deleteHookMutation, renewHookSecretMutation, type ListedHook } from './operations.ts'

/** What is asked about a start address, or shown of it; null: nothing. */
export type HookQuestion =
  | { what: 'new' }
  | { what: 'edit' | 'renew' | 'delete'; hook: ListedHook }
  | { what: 'secret'; made: MadeSecret }
  | null

/** The dialog that is open. */
export function HookDialogs({
  planId,
  asking,
  onAsk,
}: {
  planId: string
  asking: HookQuestion
  onAsk(next: HookQuestion): void
}) {
  const onClose = () => onAsk(null)
  const onMade = (made: MadeSecret) => onAsk({ what: 'secret', made })
  if (!asking) return null
  if (asking.what === 'secret') return <ShownSecret made={asking.made} onClose={onClose} />
  if (asking.what === 'renew') return <RenewDialog hook={asking.hook} onClose={onClose} onMade={onMade} />
  if (asking.what === 'delete') return <DeleteDialog hook={asking.hook} onClose={onClose} />
  return (
    <HookDialog
      planId={planId}
      hook={asking.what === 'edit' ? asking.hook : null}
      onClose={onClose}
      onMade={onMade}
    />
  )
}

function RenewDialog({
  hook,
  onClose,
  onMade,
}: {
  hook: ListedHook
  onClose(): void
  onMade(made: MadeSecret): void
}) {
  const renew = useAction(renewHookSecretMutation, { failure: texts.renewFailed })
  const confirm = async () => {
    const made = await renew.run({ id: hook.id })
    if (made) onMade({ id: hook.id, name: hook.name, secret: made.renewHookSecret.secret, example: '{}' })
  }
  return (
    <ConfirmDialog
      title={texts.renew}
      text={texts.renewText}
      subject={hook.name}
      open
      onClose={onClose}
      onConfirm={() => void confirm()}
      confirmLabel={texts.renew}
      submitting={renew.running}
    />
  )
}

function DeleteDialog({ hook, onClose }: { hook: ListedHook; onClose(): void }) {
  const remove = useAction(deleteHookMutation, {
    failure: texts.deleteFailed,
    success: () => texts.deleted,
  })
  const confirm = async () => {
    if (await remove.run({ id: hook.id })) onClose()
  }
  return (
    <ConfirmDialog
      title={texts.deleteTitle}
      text={texts.deleteText}
      subject={hook.name}
      open
      danger
      onClose={onClose}
      onConfirm={() => void confirm()}
      confirmLabel={texts.delete}
      submitting={remove.running}
    />
  )
}

/** The secret, this one time, and a command that starts a run with it. */
function ShownSecret({ made, onClose }: { made: MadeSecret; onClose(): void }) {
  const command = hookCommand(made.id, made.secret, made.example)
  return (
    <SecretDialog
      title={texts.secretTitle}
      warning={texts.once}
      name={made.name}
      secret={made.secret}
      publicPart={{ label: texts.address, text: hookAddress(made.id) }}
      texts={{ copy: texts.copy, copySecret: texts.copySecret, done: texts.done }}
      onClose={onClose}
    >
      <Flex align="center" justify="space-between" gap="3" mt="4" mb="2">
        <Box fontWeight="medium">{texts.curl}</Box>
        <CopyButton label={texts.copyCurl} caption={texts.copy} text={() => command} />
      </Flex>
      <chakra.pre
        tabIndex={0}
        role="region"
        aria-label={texts.curl}
        textStyle="mono"
        p="3"
        bg="bg"
        borderWidth="1px"
        borderRadius="md"
        overflowX="auto"
      >
        {command}
      </chakra.pre>
      <Box mt="3" color="ink.2">
        {texts.signing}
      </Box>
    </SecretDialog>
  )
}
