import { Box, Button, Flex, Input } from '@chakra-ui/react'
import { Link, Send, Undo2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { invitationMessages as texts } from '#shared/lib/invitation-messages.ts'
import {
  createInvitationLinkMutation,
  resendInvitationMutation,
  withdrawInvitationMutation,
} from '#web/lib/account/invitation-operations.ts'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { CopyButton } from '../display/copy-button.tsx'
import { useAction } from '../feedback/request-toasts.ts'
import { ExactTime } from '../time/moment.tsx'

/** What an owner can do with a pending invitation: mail it again, hand its link over, end it. */
export function InvitationActions({
  invitation: { id, email },
}: {
  invitation: { id: string; email: string }
}) {
  const [made, setMade] = useState<{ link: string; expires: string | null } | null>(null)
  const [ending, setEnding] = useState(false)
  const resend = useAction(resendInvitationMutation, {
    success: () => texts.resent(email),
    failure: texts.resendFailed,
  })
  const link = useAction(createInvitationLinkMutation, { failure: texts.linkFailed })
  const withdraw = useAction(withdrawInvitationMutation, {
    success: () => texts.withdrawn(email),
    failure: texts.withdrawFailed,
  })
  const showLink = async () => setMade((await link.run({ id }))?.createInvitationLink ?? null)
  const end = async () => {
    await withdraw.run({ id })
    setEnding(false)
  }
  return (
    <Flex justify="end" wrap="wrap" gap="0.5" me="-2.5">
      <ActionButton
        icon={<Send />}
        label={texts.resend}
        email={email}
        loading={resend.running}
        onClick={() => void resend.run({ id })}
      />
      <ActionButton
        icon={<Link />}
        label={texts.copyLink}
        email={email}
        loading={link.running}
        onClick={() => void showLink()}
      />
      <ActionButton
        icon={<Undo2 />}
        label={texts.withdraw}
        email={email}
        danger
        onClick={() => setEnding(true)}
      />
      {made && <LinkDialog email={email} made={made} onClose={() => setMade(null)} />}
      <ConfirmDialog
        title={texts.withdrawTitle}
        text={texts.withdrawText}
        subject={email}
        confirmLabel={texts.withdraw}
        danger
        open={ending}
        onClose={() => setEnding(false)}
        onConfirm={() => void end()}
        submitting={withdraw.running}
      />
    </Flex>
  )
}

function ActionButton(props: {
  icon: ReactNode
  label: string
  email: string
  danger?: boolean
  loading?: boolean
  onClick(): void
}) {
  const { icon, label, email, danger, loading = false, onClick } = props
  return (
    <Button
      size="sm"
      variant="ghost"
      data-danger={danger}
      aria-label={`${label}: ${email}`}
      loading={loading}
      onClick={onClick}
    >
      {icon}
      {label}
    </Button>
  )
}

/** The new link. It is shown only now: the platform stores its hash. */
function LinkDialog({
  email,
  made: { link, expires },
  onClose,
}: {
  email: string
  made: { link: string; expires: string | null }
  onClose(): void
}) {
  return (
    <Dialog
      title={texts.linkTitle}
      open
      onClose={onClose}
      footer={
        <Button variant="solid" onClick={onClose}>
          {texts.done}
        </Button>
      }
    >
      <Box color="ink.2" mb="3">
        {texts.linkText(email)}
      </Box>
      <Flex gap="2">
        <Input
          readOnly
          aria-label={texts.linkTitle}
          textStyle="mono"
          value={link}
          onFocus={(event) => event.target.select()}
        />
        <CopyButton label={texts.copyLink} caption={texts.copy} text={() => link} />
      </Flex>
      <Box mt="2" textStyle="xs" color="ink.2">
        {`${texts.expires} `}
        <ExactTime value={expires} />
      </Box>
    </Dialog>
  )
}
