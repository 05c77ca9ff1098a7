import { Box, Button, chakra } from '@chakra-ui/react'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { attemptMessages } from '#shared/domains/tasks/attempt-messages.ts'
import type { Json } from '#shared/lib/json.ts'
import { briefJson, lengthText } from '#web/lib/json-text.ts'
import { JsonTree } from '#web/ui/editor/json-tree.tsx'
import { STATE_ANCHOR } from '#web/domains/workqueues/detail/workqueue-info.tsx'

/** Larger values show their size and open. */
const SHOWN_BYTES = 4096
/** Longer lists and objects are told by their length and open. */
const SHOWN_TEXT = 120

/** A value of another run is shown with as many characters. */
const BRIEF_TEXT = 40

const secret = /^\$var\.[\w.-]+$/
const reference = /^\$state\.[^\s]+$/

const sizeText = (bytes: number) =>
  bytes < 1024
    ? `${bytes} B`
    : bytes < 1024 * 1024
      ? `${(bytes / 1024).toFixed(1)} KiB`
      : `${(bytes / 1024 / 1024).toFixed(1)} MiB`

/** A value as the definition has it: a reference leads to the state, a literal is quiet. */
export function WrittenValue({ value }: { value: Json }) {
  if (typeof value !== 'string' || !reference.test(value))
    return (
      <Box as="span" color={typeof value === 'string' && secret.test(value) ? 'accent' : 'ink.3'}>
        {typeof value === 'string' && secret.test(value) ? (
          value
        ) : (
          <PayloadValue value={value} label={attemptMessages.asWritten} />
        )}
      </Box>
    )
  return (
    <chakra.span color="accent" _hover={{ textDecoration: 'underline' }}>
      <Link to={{ search: location.search, hash: STATE_ANCHOR }} title={attemptMessages.toState}>
        {value}
      </Link>
    </chakra.span>
  )
}

/** A value as a worker got or gave it. A secret stays its name; a large value opens. */
export function PayloadValue({ value, label }: { value: Json; label: string }) {
  const [open, setOpen] = useState(false)
  if (typeof value === 'string' && secret.test(value))
    return (
      <span title={attemptMessages.secret}>
        <Box as="span" display="inline-block" me="1.5" verticalAlign="-1px">
          <Lock size={12} aria-label={attemptMessages.secret} />
        </Box>
        {value}
      </span>
    )
  const text = JSON.stringify(value)
  const bytes = text.length > SHOWN_BYTES / 4 ? new TextEncoder().encode(text).length : text.length
  const isBranch = typeof value === 'object' && value !== null
  const isLong = bytes > SHOWN_BYTES
  if (!isLong && !(isBranch && text.length > SHOWN_TEXT)) return <>{text}</>
  return (
    <>
      <Button
        variant="plain"
        textStyle="mono"
        display="inline"
        minW="0"
        height="auto"
        p="0"
        borderWidth="0"
        whiteSpace="normal"
        textAlign="start"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {isBranch ? lengthText(value) : attemptMessages.textOf(sizeText(bytes))}
        {isBranch && isLong && `, ${sizeText(bytes)}`}
      </Button>
      {open && (
        <Box mt="1" maxH="320px" overflow="auto">
          {isBranch ? (
            <JsonTree value={value} label={label} />
          ) : (
            <chakra.pre tabIndex={0} whiteSpace="pre-wrap" overflowWrap="anywhere">
              {String(value)}
            </chakra.pre>
          )}
        </Box>
      )}
    </>
  )
}

/** A value in a few words: a long one by its length. */
export function briefValue(value: Json | undefined): string {
  return value === undefined ? attemptMessages.absent : briefJson(value, BRIEF_TEXT)
}
