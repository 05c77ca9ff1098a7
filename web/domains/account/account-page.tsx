import { Box, Stack } from '@chakra-ui/react'
import { useQuery } from 'urql'
import { accountMessages } from '#shared/domains/account/messages.ts'
import { signedIn, useSession } from '#web/lib/session-context.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { InviteButton } from './invite-button.tsx'
import { AccountMemberTable } from './member-table.tsx'
import { ownMembershipQuery } from './operations.ts'
import { SettingsPanel } from './settings-panel.tsx'

/**
 * The members of the account with their roles, and its settings. Members may read both, owners may change
 * them.
 */
export function AccountPage() {
  const { state } = useSession()
  const who = state.phase === 'known' ? signedIn(state.view) : null
  const own = who?.user._id ?? ''
  const [{ data, error }] = useQuery({ query: ownMembershipQuery, variables: { userId: own } })
  useFailToast(accountMessages.loadMembersFailed, error)
  const isOwner = data?.membership.role === 'owner'
  return (
    <>
      <PageHead
        crumbs={[{ label: accountMessages.accountTitle }]}
        title={who?.account?.name ?? accountMessages.accountTitle}
        actions={isOwner && <InviteButton />}
      />
      <Stack gap="4">
        {data && !isOwner && <Box color="ink.2">{accountMessages.ownersOnly}</Box>}
        <AccountMemberTable own={own} isOwner={isOwner} />
        <SettingsPanel isOwner={isOwner} />
      </Stack>
    </>
  )
}
