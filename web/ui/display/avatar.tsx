import { userName } from '#shared/lib/email.ts'
import { chakra } from '@chakra-ui/react'

/** Two letters for an e-mail address: the initials of its first two words, or its first two letters. */
export function initials(email: string): string {
  const words = userName(email)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const [first = '?', second] = words
  return (second ? first.charAt(0) + second.charAt(0) : first.slice(0, 2)).toUpperCase()
}

/** A person as a small circle with initials; null: a dashed one for no one. Its name is beside it. */
export function Avatar({ email }: { email: string | null }) {
  return (
    <chakra.span
      aria-hidden
      display="inline-flex"
      alignItems="center"
      justifyContent="center"
      flexShrink={0}
      boxSize="20px"
      borderRadius="full"
      bg={email === null ? undefined : 'accent.soft'}
      color="accent"
      borderWidth={email === null ? '1px' : '0'}
      borderStyle="dashed"
      borderColor="ink.3"
      fontSize="0.6875rem"
      fontWeight="semibold"
      letterSpacing="-0.02em"
    >
      {email !== null && initials(email)}
    </chakra.span>
  )
}
