import { Button, Flex } from '@chakra-ui/react'
import { Building2, LogOut, RotateCw } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { accountMessages } from '#shared/domains/account/messages.ts'
import { useSession } from '#web/lib/session-context.tsx'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'

/** In place of every page while the user belongs to no account: why, and what can be done. */
export function NoAccount({ left }: { left: string | undefined }) {
  const { session } = useSession()
  const navigate = useNavigate()
  return (
    <EmptyState
      icon={<Building2 size={20} />}
      title={left === undefined ? accountMessages.noAccount : accountMessages.noAccountLeft(left)}
      description={accountMessages.noAccountText}
      action={
        <Flex gap="2" wrap="wrap" justify="center">
          <Button onClick={() => void session.check()}>
            <RotateCw /> {accountMessages.tryAgain}
          </Button>
          <Button variant="outline" onClick={() => void navigate(paths.logout())}>
            <LogOut /> {accountMessages.signOut}
          </Button>
        </Flex>
      }
    />
  )
}
