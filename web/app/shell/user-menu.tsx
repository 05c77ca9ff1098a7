import { Box, chakra, Menu } from '@chakra-ui/react'
import { BookOpen, Building2, KeyRound, LogOut, SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { User } from '#shared/domains/account/contract.ts'
import { sessionMessages } from '#shared/domains/account/session-messages.ts'
import { pageMessages } from '#shared/lib/page-messages.ts'
import { useSession } from '#web/lib/session-context.tsx'
import { paths } from '#web/paths.ts'
import { initials } from '#web/ui/display/avatar.tsx'

// Loaded lazily: few users change a password.
const ChangePassword = lazy(async () => ({
  default: (await import('#web/domains/account/change-password-dialog.tsx')).ChangePasswordDialog,
}))

/** The signed-in user, with a way to change a local password and to sign out. */
export function UserMenu({ user }: { user: User }) {
  const { state } = useSession()
  const navigate = useNavigate()
  const [changing, setChanging] = useState(false)
  // The identity provider manages the password of a user who has signed in by single sign-on.
  const hasPassword = state.phase === 'known' && !state.view.sso
  return (
    <>
      <Menu.Root positioning={{ placement: 'bottom-end' }}>
        <Menu.Trigger asChild>
          <chakra.button
            type="button"
            aria-label={`User: ${user.email}`}
            boxSize={{ base: '10', sm: '7' }}
            p={{ base: '1.5', sm: '0' }}
            bgClip="content-box"
            flexShrink={0}
            borderRadius="full"
            bg="accent.soft"
            color="accent"
            fontSize="0.6875rem"
            fontWeight="semibold"
            cursor="pointer"
          >
            {initials(user.email)}
          </chakra.button>
        </Menu.Trigger>
        <Menu.Positioner>
          <Menu.Content aria-label="User">
            <Box px="2" py="1.5" color="ink.2" truncate>
              {user.email}
            </Box>
            <Menu.Separator />
            <Menu.Item value="account" onSelect={() => void navigate(paths.account())}>
              <Building2 />
              {sessionMessages.accountTitle}
            </Menu.Item>
            <Menu.Item value="settings" onSelect={() => void navigate(paths.ownSettings())}>
              <SlidersHorizontal />
              {pageMessages.ownSettings}
            </Menu.Item>
            <Menu.Item value="reference" onSelect={() => void navigate(paths.reference())}>
              <BookOpen />
              {sessionMessages.referenceTitle}
            </Menu.Item>
            {hasPassword && (
              <Menu.Item value="change-password" onSelect={() => setChanging(true)}>
                <KeyRound />
                {sessionMessages.changePassword}
              </Menu.Item>
            )}
            {/* A page of its own, so that unsaved changes are asked about before, and the next user begins with the first page. */}
            <Menu.Item value="sign-out" onSelect={() => void navigate(paths.logout())}>
              <LogOut />
              {sessionMessages.signOut}
            </Menu.Item>
          </Menu.Content>
        </Menu.Positioner>
      </Menu.Root>
      {changing && (
        <Suspense fallback={null}>
          <ChangePassword onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </>
  )
}
