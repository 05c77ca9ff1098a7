import { Box, Button, Flex } from '@chakra-ui/react'
import { Check, Copy, Eye, EyeOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copyMessages } from '#shared/lib/copy-messages.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { copyText } from './copy-text.ts'
import { toast } from '../feedback/toast.tsx'

const SHOWN_MS = 2000

/** Another button may be beside it, which a finger must not hit. */
const besides = { base: '10', sm: '6' } as const

type Source = string | Promise<string | null>

/**
 * Copies a text, and shows for two seconds that it did. `label` names what is copied. The text may be fetched
 * first: null means that this failed and was reported. `caption` adds a visible text.
 */
export function CopyButton({
  label,
  text,
  caption,
}: {
  label: string
  text: () => Source
  caption?: string
}) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    const source = text()
    const done = await (typeof source === 'string' ? copyText(source) : copyFetched(source))
    setCopied(done)
    if (!done && (await source) !== null) toast.error(copyMessages.refused)
  }
  return (
    <Button
      {...(caption
        ? { size: 'sm' }
        : { size: 'xs', variant: 'ghost', px: '1', minW: besides, 'data-touch': true })}
      aria-label={label}
      title={label}
      onClick={() => void copy()}
    >
      {copied ? <Check /> : <Copy />}
      {caption}
    </Button>
  )
}

/** A browser accepts a text only during a click; it accepts the promise of one at once. */
async function copyFetched(source: Promise<string | null>): Promise<boolean> {
  if (!window.isSecureContext || typeof ClipboardItem === 'undefined') {
    const text = await source
    return text !== null && copyText(text)
  }
  const blob = source.then((text) => {
    if (text === null) throw new Error('there is nothing to copy')
    return new Blob([text], { type: 'text/plain' })
  })
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]).then(
    () => true,
    () => false,
  )
}

/**
 * A secret, masked until the user shows it. `reveal` fetches the whole secret then, and it is forgotten when
 * it is hidden; `reveal` returns null when it failed and has reported that. The secret can be copied without
 * showing it. A platform marks a secret that it cannot read; there is nothing to show then.
 */
export function SecretText({
  label,
  masked,
  unreadable = null,
  reveal,
}: {
  /** The name of the secret in the labels of the buttons: `Secret of ops-key`. */
  label: string
  masked: string
  unreadable?: boolean | null
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
  if (unreadable === true) {
    return (
      <Box as="span" color="danger">
        Cannot be read: it was sealed with another key
      </Box>
    )
  }
  return (
    <Flex as="span" display="inline-flex" align="center" gap="1" minW="0" maxW="full">
      <Box as="span" textStyle="mono" overflowWrap="anywhere" minW="0">
        {shown ?? masked}
      </Box>
      <IfMayChange>
        <Button
          size="xs"
          variant="ghost"
          px="1"
          minW={besides}
          data-touch
          aria-label={`${shown === null ? 'Show' : 'Hide'} ${label}`}
          title={shown === null ? 'Show' : 'Hide'}
          aria-pressed={shown !== null}
          loading={asking}
          onClick={() => void toggle()}
        >
          {shown === null ? <Eye /> : <EyeOff />}
        </Button>
        <CopyButton label={`Copy ${label}`} text={() => shown ?? reveal()} />
      </IfMayChange>
    </Flex>
  )
}
