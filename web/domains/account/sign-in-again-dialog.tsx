import { Box } from '@chakra-ui/react'
import { accountMessages } from '#shared/domains/account/messages.ts'
import { useSession } from '#web/lib/session-context.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { LoginForm } from './login-form.tsx'

/**
 * Asks for the password over the open page when its session has expired. Requests that were refused meanwhile
 * are repeated after it; closing the dialog leads to the sign-in page.
 */
export function SignInAgainDialog({ email, sentence }: { email: string; sentence: string }) {
  const { session } = useSession()
  const leave = () => session.ended(null, sentence)
  return (
    <Dialog title={accountMessages.signInAgain} open onClose={leave} size="sm">
      <Box color="ink.2" mb="4">
        {sentence} {accountMessages.signInAgainText}
      </Box>
      <LoginForm
        initialEmail={email}
        onSignIn={session.signIn}
        other={{ label: accountMessages.leavePage, onClick: leave }}
      />
    </Dialog>
  )
}
