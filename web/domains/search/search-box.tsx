import '#web/ui/form/search-field.css'
import './search-box.css'
import { Box, IconButton, Input } from '@chakra-ui/react'
import { X } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { parseSearch, MAX_SEARCH } from '#shared/domains/search/query.ts'
import { termAt, withSuggestion } from '#shared/domains/search/typing.ts'
import { searchBoxMessages as texts } from '#shared/domains/search/messages.ts'
import type { SearchSubject } from '#shared/domains/search/subjects.ts'
import { pageMessages } from '#shared/lib/page-messages.ts'
import { useKeys } from '#web/lib/use-keys.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { useSuggestions, type Suggestion } from './use-suggestions.ts'

/** What is typed is searched for after this pause, in milliseconds. */
const PAUSE_MS = 500

/**
 * The search of a list. What is typed is searched for at Enter and after a pause; a search with a wrong term is not,
 * and the term is named below the box. Suggestions for the term at the caret are a list box that the arrow keys move in.
 */
export function SearchBox({
  subject,
  label,
  placeholder,
  appId,
  values,
  value,
  onSearch,
}: {
  /** What the list is of. Must be the same object in all renders. */
  subject: SearchSubject
  label: string
  placeholder: string
  appId: string
  /** Values of terms that the page knows, by the name of the term. */
  values?: Readonly<Record<string, readonly string[]>>
  /** The search of the list. */
  value: string
  onSearch(search: string): void
}) {
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  const { draft, type, submit } = useDraft(subject, value, onSearch)
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(-1)
  const typed = caret === null ? null : termAt(draft, caret)
  const suggestions = useSuggestions({ subject, values }, typed, appId)
  const isOpen = suggestions.length > 0
  const [fault] = parseSearch(draft, subject).faults
  // While a term is being typed it may still become right.
  const shownFault = fault && !(typed && fault.from <= typed.from && typed.to <= fault.to) ? fault : null
  useKeys({ '/': () => field.current?.focus() }, pageMessages.searchKeys)

  const edit = (next: string, at: number) => {
    type(next)
    setCaret(at)
    setActive(-1)
  }
  const choose = ({ insert }: Suggestion) => {
    if (!typed) return
    const { search, caret: at } = withSuggestion(draft, typed, insert)
    edit(search, at)
    // After React has written the value, so that the caret stays behind what was inserted.
    requestAnimationFrame(() => field.current?.setSelectionRange(at, at))
  }
  const leave = () => {
    setCaret(null)
    submit(draft)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      const step = event.key === 'ArrowDown' ? 1 : -1
      // Past an end no suggestion is chosen, so that Enter searches for what is typed.
      setActive(((active + 1 + step + suggestions.length + 1) % (suggestions.length + 1)) - 1)
    } else if (event.key === 'Enter' || (event.key === 'Tab' && active >= 0)) {
      const suggestion = suggestions[active]
      if (suggestion) choose(suggestion)
      else leave()
    } else if (event.key === 'Escape') {
      if (isOpen) setCaret(null)
      else field.current?.blur()
    } else return
    event.preventDefault()
  }
  return (
    <Box
      data-search-box
      // Gives way before another filter goes to a second row.
      flex={{ base: '1 1 200px', sm: '1 1 220px' }}
      maxW={{ sm: '320px' }}
    >
      <Input
        ref={field}
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && active >= 0 ? `${listId}-${active}` : undefined}
        aria-invalid={shownFault ? true : undefined}
        aria-describedby={shownFault ? `${listId}-fault` : undefined}
        placeholder={placeholder}
        maxLength={MAX_SEARCH}
        autoComplete="off"
        spellCheck={false}
        pe="9"
        value={draft}
        onChange={({ target }) => edit(target.value, target.selectionStart ?? target.value.length)}
        onSelect={({ currentTarget }) =>
          caret !== null && setCaret(currentTarget.selectionStart ?? draft.length)
        }
        onBlur={leave}
        onKeyDown={onKeyDown}
      />
      {draft !== '' && (
        <IconButton
          data-clear
          size="xs"
          variant="ghost"
          aria-label={texts.clear}
          title={texts.clear}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            edit('', 0)
            submit('')
            field.current?.focus()
          }}
        >
          <X size={14} />
        </IconButton>
      )}
      {isOpen && (
        <SuggestionList
          id={listId}
          suggestions={suggestions}
          active={active}
          onHover={setActive}
          onChoose={choose}
        />
      )}
      {shownFault && (
        <Box id={`${listId}-fault`} data-fault role="alert">
          {shownFault.message}
        </Box>
      )}
    </Box>
  )
}

/** What is typed, until it is searched for; another search of the list takes its place. */
function useDraft(subject: SearchSubject, value: string, onSearch: (search: string) => void) {
  const [draft, setDraft] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    if (draft.trim() !== value) setDraft(value)
  }
  const latest = useRef((_search: string) => {})
  useEffect(() => {
    latest.current = (search) => {
      const asked = search.trim()
      if (asked !== value && parseSearch(asked, subject).faults.length === 0) onSearch(asked)
    }
  })
  useEffect(() => {
    if (draft.trim() === value) return
    const timer = setTimeout(() => latest.current(draft), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [draft, value])
  return { draft, type: setDraft, submit: (search: string) => latest.current(search) }
}
