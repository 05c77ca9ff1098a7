import { Box, Button, Flex } from '@chakra-ui/react'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { CopyButton } from './copy-button.tsx'

/**
 * A secret, masked until somebody asks to see it (spec section 5). The whole of it is fetched by `reveal` at that
 * moment and forgotten when it is hidden again; `reveal` answers null when it failed and has said so. Copying reveals it
 * too, without showing it.
 */
export function SecretText({
  label,
  masked,
  reveal,
}: {
  /** What the secret is, for the buttons' names: `Secret of ops-key`. */
  label: string
  masked: string
  reveal(): Promise<string | null>
}) {
  const [shown, setShown] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const toggle = async () => {
    if (shown !== null) return setShown(null)
    setAsking(true)
    setShown(await reveal())
    setAsking(false)
  }
  return (
    <Flex as="span" display="inline-flex" align="center" gap="1" minW="0" maxW="full">
      <Box as="span" textStyle="mono" overflowWrap="anywhere" minW="0">
        {shown ?? masked}
      </Box>
      <Button
        size="xs"
        variant="ghost"
        px="1"
        aria-label={`${shown === null ? 'Show' : 'Hide'} ${label}`}
        title={shown === null ? 'Show' : 'Hide'}
        aria-pressed={shown !== null}
        loading={asking}
        onClick={() => void toggle()}
      >
        {shown === null ? <Eye /> : <EyeOff />}
      </Button>
      <CopyButton label={`Copy ${label}`} text={() => shown ?? reveal()} />
    </Flex>
  )
}
