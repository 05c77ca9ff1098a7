import './palette.css'
import { Button, chakra, Dialog as ChakraDialog, Portal, VisuallyHidden } from '@chakra-ui/react'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useMatch } from 'react-router-dom'
import { paletteMessages as texts } from '#shared/lib/palette-messages.ts'
import { commandKey } from '#web/lib/palette/platform-keys.ts'
import { KeyCap } from '#web/ui/display/key-cap.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import type { PaletteEntry } from './entry.ts'
import { PaletteHit } from './palette-hit.tsx'
import { takeTypedAhead } from './typed-ahead.ts'
import { type PaletteResults, usePalette } from './use-palette.ts'

interface PaletteProps {
  onOpen(entry: PaletteEntry, inNewTab: boolean): void
  onKeys(): void
}

interface PaletteDialogProps {
  open: boolean
  onClose(): void
  /** Called once it is no longer on the screen. */
  onGone(): void
}

/** The dialog in which everything is found and opened. */
export function PaletteDialog({ open, onClose, onGone, ...rest }: PaletteProps & PaletteDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <ChakraDialog.Root
      open={open}
      onOpenChange={(change) => !change.open && onClose()}
      onExitComplete={onGone}
      initialFocusEl={() => field.current}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <ChakraDialog.Backdrop />
        <ChakraDialog.Positioner
          px={{ base: '0', sm: '4' }}
          pt={{ base: '0', sm: '20' }}
          pb={{ base: '0', sm: '4' }}
        >
          <ChakraDialog.Content
            aria-label={texts.open}
            maxW={{ base: 'full', sm: '640px' }}
            height={{ base: 'full', sm: 'auto' }}
            maxH="full"
            borderRadius={{ base: '0', sm: 'lg' }}
            overflow="hidden"
          >
            <Palette {...rest} field={field} onClose={onClose} />
          </ChakraDialog.Content>
        </ChakraDialog.Positioner>
      </Portal>
    </ChakraDialog.Root>
  )
}

/** The first hit counts as chosen when it has been on the screen for this time, in ms: until then no user has read it. */
export const READ_MS = 300

/** Where a key moves the selection. */
const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  PageDown: (at, count) => Math.min(at + 8, count - 1),
  PageUp: (at) => Math.max(at - 8, 0),
}

function Palette({
  field,
  onOpen,
  onKeys,
  onClose,
}: PaletteProps & { field: React.RefObject<HTMLInputElement | null>; onClose(): void }) {
  const listId = useId()
  const hasApp = useMatch('/apps/:id/*') !== null
  const [query, setQuery] = useState('')
  const [ofApp, setOfApp] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const results = usePalette(query, ofApp && hasApp, chosen)
  const { entries } = results
  const at = Math.max(
    0,
    entries.findIndex(({ id }) => id === chosen),
  )
  const current = entries[at]
  const optionId = (entry: PaletteEntry) => `${listId} ${entry.id}`.replaceAll(' ', '-')
  const shownId = current && optionId(current)
  useEffect(() => {
    if (shownId) document.getElementById(shownId)?.scrollIntoView({ block: 'nearest' })
  }, [shownId])
  const first = chosen === null ? current?.id : undefined
  useEffect(() => {
    if (first === undefined) return undefined
    const timer = setTimeout(() => setChosen(first), READ_MS)
    return () => clearTimeout(timer)
  }, [first])

  const type = (text: string) => {
    setQuery(text)
    setChosen(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const move = moves[event.key]
    if (move && entries.length > 0) setChosen(entries[move(at, entries.length)]?.id ?? null)
    else if (event.key === 'Enter' && current) onOpen(current, event.ctrlKey || event.metaKey)
    else if (event.key === 'Tab' && hasApp && !event.shiftKey) {
      setOfApp(!ofApp)
      setChosen(null)
    } else return
    event.preventDefault()
  }
  return (
    <>
      <div data-palette-field>
        <Search size={16} aria-hidden />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label={texts.open}
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={shownId}
          placeholder={texts.placeholder}
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          enterKeyHint="go"
          value={query}
          onChange={(event) => type(event.target.value)}
          onFocus={() => {
            const typed = takeTypedAhead()
            if (typed) type(query + typed)
          }}
          onKeyDown={onKeyDown}
        />
        {hasApp && (
          <Button
            size="sm"
            height={{ base: '10', sm: '7' }}
            aria-pressed={ofApp}
            onClick={() => setOfApp(!ofApp)}
            tabIndex={-1}
          >
            {ofApp ? texts.thisApp : texts.everywhere}
          </Button>
        )}
        <Button
          variant="ghost"
          size="sm"
          px="1"
          aria-label={texts.close}
          onClick={onClose}
          height={{ base: '10', sm: '7' }}
          minW={{ base: '10', sm: '7' }}
        >
          <chakra.span hideBelow="sm">
            <KeyCap name="esc" />
          </chakra.span>
          <chakra.span hideFrom="sm" lineHeight="0">
            <X size={18} />
          </chakra.span>
        </Button>
      </div>
      <Notes results={results} query={query.trim()} />
      <div
        data-palette-list
        role="listbox"
        id={listId}
        aria-label={texts.results}
        data-inline
        aria-busy={results.isSearching}
        // The keyboard of a phone covers half of the list: it leaves when the list is scrolled.
        onTouchMove={() => field.current?.blur()}
      >
        {groupsOf(entries).map(([group, hits]) => (
          <div role="group" key={hits[0]?.id} aria-label={texts.groups[group]}>
            <div aria-hidden>{texts.groups[group]}</div>
            {hits.map((entry) => (
              <PaletteHit
                key={entry.id}
                id={optionId(entry)}
                entry={entry}
                words={results.words}
                isSelected={entry === current}
                onSelect={() => setChosen(entry.id)}
                onOpen={(inNewTab) => onOpen(entry, inNewTab)}
              />
            ))}
          </div>
        ))}
      </div>
      <div data-palette-foot>
        <span>
          <KeyCap name="↑" /> <KeyCap name="↓" /> {texts.keys.move}
        </span>
        <span>
          <KeyCap name="↵" /> {texts.keys.open}
        </span>
        <span>
          <KeyCap name={commandKey()} /> <KeyCap name="↵" /> {texts.keys.newTab}
        </span>
        {hasApp && (
          <span>
            <KeyCap name="tab" /> {ofApp ? texts.everywhere : texts.thisApp}
          </span>
        )}
        <button type="button" onClick={onKeys}>
          <KeyCap name="?" /> {texts.keys.all}
        </button>
      </div>
    </>
  )
}

/** Entries with the same group that follow each other. */
function groupsOf(entries: readonly PaletteEntry[]): [PaletteEntry['group'], PaletteEntry[]][] {
  const groups: [PaletteEntry['group'], PaletteEntry[]][] = []
  for (const entry of entries) {
    const last = groups.at(-1)
    if (last?.[0] === entry.group) last[1].push(entry)
    else groups.push([entry.group, [entry]])
  }
  return groups
}

/** What is to be said besides the hits: that there are none, or not all. */
function Notes({
  results: { entries, isNear, isSearching, isSlow, error, searchAgain },
  query,
}: {
  results: PaletteResults
  query: string
}) {
  const nothing = query === '' ? texts.nothingHere : texts.nothing(query)
  return (
    <>
      {error && (
        <chakra.p data-palette-note role="alert" color="danger!">
          {failText(texts.failed, error)}{' '}
          <Button variant="plain" onClick={searchAgain}>
            {texts.again}
          </Button>
        </chakra.p>
      )}
      {isSlow && <p data-palette-note>{texts.slow}</p>}
      {(entries.length === 0 || isNear) && !error && !isSlow && (
        <p data-palette-note>
          {isSearching ? texts.searching : nothing}
          {!isSearching && query !== '' && (
            <chakra.span display="block" textStyle="xs" color="ink.3" mt="1">
              {entries.length > 0 ? texts.near : texts.nothingHint}
            </chakra.span>
          )}
        </p>
      )}
      <VisuallyHidden role="status">
        {query === '' || isSearching
          ? ''
          : entries.length === 0
            ? nothing
            : `${isNear ? `${nothing}. ` : ''}${texts.found(entries.length)}`}
      </VisuallyHidden>
    </>
  )
}
