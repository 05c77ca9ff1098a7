import { searchBoxMessages as texts } from '#shared/domains/search/messages.ts'
import type { Suggestion } from './use-suggestions.ts'

/** The suggestions below the search box. The focus stays in the box, which names the active one. */
export function SuggestionList({
  id,
  suggestions,
  active,
  onHover,
  onChoose,
}: {
  id: string
  suggestions: readonly Suggestion[]
  /** The place of the active one; -1 for none. */
  active: number
  onHover(place: number): void
  onChoose(suggestion: Suggestion): void
}) {
  return (
    <ul id={id} role="listbox" data-inline data-suggestions aria-label={texts.suggestions}>
      {suggestions.map((suggestion, place) => (
        <li
          key={suggestion.insert}
          id={`${id}-${place}`}
          role="option"
          aria-selected={place === active}
          onMouseMove={() => place !== active && onHover(place)}
          // The box keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
        >
          <b>{suggestion.label}</b>
          {suggestion.purpose && <span>{suggestion.purpose}</span>}
        </li>
      ))}
    </ul>
  )
}
