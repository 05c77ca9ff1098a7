import { Box, chakra } from '@chakra-ui/react'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'

/** Members of one object or list shown at once: a state of thousands must not stop the page. */
const STEP = 100
const LONG_TEXT = 400

const colors: Record<string, string> = {
  string: 'status.ended.fg',
  number: 'status.retry.fg',
  boolean: 'status.cancelled.fg',
  null: 'ink.3',
}

function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Size of a branch in words: `3 keys`, `1 item`. */
function sizeOf(value: object): string {
  const count = Array.isArray(value) ? value.length : Object.keys(value).length
  const noun = Array.isArray(value) ? 'item' : 'key'
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function Leaf({ value }: { value: unknown }) {
  const [whole, setWhole] = useState(false)
  const text = JSON.stringify(value) ?? 'undefined'
  const cut = text.length > LONG_TEXT && !whole
  return (
    <>
      <Box as="span" color={colors[value === null ? 'null' : typeof value]} overflowWrap="anywhere">
        {cut ? `${text.slice(0, LONG_TEXT)}…` : text}
      </Box>
      {cut && <MoreButton onClick={() => setWhole(true)} label="Show all" />}
    </>
  )
}

function MoreButton({ label, onClick }: { label: string; onClick(): void }) {
  return (
    <chakra.button type="button" color="accent" px="1.5" cursor="pointer" borderRadius="xs" onClick={onClick}>
      {label}
    </chakra.button>
  )
}

function Members({ value }: { value: object }) {
  const [shown, setShown] = useState(STEP)
  const entries = Object.entries(value)
  return (
    <chakra.ul listStyleType="none" ps="4">
      {entries.slice(0, shown).map(([key, member]) => (
        <Node key={key} name={key} value={member} startsOpen={false} />
      ))}
      {entries.length > shown && (
        <li>
          <MoreButton
            label={`Show ${Math.min(STEP, entries.length - shown)} more`}
            onClick={() => setShown(shown + STEP)}
          />
        </li>
      )}
    </chakra.ul>
  )
}

function Node({ name, value, startsOpen }: { name: string; value: unknown; startsOpen: boolean }) {
  const [open, setOpen] = useState(startsOpen)
  if (!isBranch(value)) {
    return (
      <chakra.li ps="4">
        <Box as="span" color="ink.2">{`${name}: `}</Box>
        <Leaf value={value} />
      </chakra.li>
    )
  }
  return (
    <li>
      <chakra.button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        display="inline-flex"
        alignItems="center"
        cursor="pointer"
        borderRadius="xs"
        color="ink.2"
      >
        <Box as="span" width="4" transform={open ? 'rotate(90deg)' : undefined} lineHeight="0">
          <ChevronRight size={12} />
        </Box>
        {name}
        <Box as="span" color="ink.3" ps="1.5">
          {sizeOf(value)}
        </Box>
      </chakra.button>
      {open && <Members value={value} />}
    </li>
  )
}

/** Any JSON value as a tree to open and close; the first level is open. */
export function JsonTree({ value, label }: { value: unknown; label: string }) {
  return (
    <chakra.div role="group" aria-label={label} textStyle="mono" lineHeight="1.25rem" overflowX="auto">
      {isBranch(value) ? <Members value={value} /> : <Leaf value={value} />}
    </chakra.div>
  )
}
