import { useMemo, useState } from 'react'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import { sameJson } from '#shared/lib/json-schema/words.ts'
import { formatJson, parseJsonObject, prettyJson } from '#web/lib/json-text.ts'
import { type ValueChange, valueChanges } from './changes.ts'

/** The texts of a definition and of its initial state, which are edited beside each other. */
export interface ModifiedDefinition {
  text: string
  /** Null while the text is not a definition in JSON. */
  definition: JsonObject | null
  stateText: string
  /** Why the text of the state is no object in JSON; null while it is one. */
  stateReason: string | null
  dirty: boolean
  /** What differs from the run; null while one of the texts has a fault. */
  changes: ValueChange[] | null
  changeText(text: string): void
  changeState(text: string): void
}

/** The definition of a run, as JSON text, and what is made of it. The initial state is part of the definition. */
export function useModifiedDefinition(initial: string): ModifiedDefinition {
  const [begun] = useState(() => prettyJson(initial))
  const [text, setText] = useState(begun)
  const [stateText, setStateText] = useState(() => formatJson(stateIn(valueOf(begun) ?? {})))
  const before = useMemo(() => valueOf(begun), [begun])
  const definition = useMemo(() => valueOf(text), [text])
  const state = useMemo(() => parseJsonObject(stateText), [stateText])
  const stateReason = 'reason' in state ? state.reason : null
  const changes = useMemo(
    () =>
      before === null || definition === null || stateReason !== null
        ? null
        : valueChanges(before, definition),
    [before, definition, stateReason],
  )
  return {
    text,
    definition,
    stateText,
    stateReason,
    dirty: text !== begun || stateReason !== null,
    changes,
    changeText: (next) => {
      setText(next)
      const changed = valueOf(next)
      if (changed === null) return
      const own = stateIn(changed)
      if ('reason' in state || !sameJson(own, state.value)) setStateText(formatJson(own))
    },
    changeState: (next) => {
      setStateText(next)
      const parsed = parseJsonObject(next)
      if (definition === null || 'reason' in parsed) return
      if (!sameJson(stateIn(definition), parsed.value))
        setText(formatJson(withState(definition, parsed.value)))
    },
  }
}

const valueOf = (text: string): JsonObject | null => {
  const parsed = parseJsonObject(text)
  return 'reason' in parsed ? null : parsed.value
}

const stateIn = (definition: JsonObject): Json => definition['initialState'] ?? {}

/** The definition with another state, in the place that it has among the fields; an empty one is left out. */
function withState(definition: JsonObject, state: JsonObject): JsonObject {
  const { initialState: _left, ...others } = definition
  return Object.keys(state).length === 0 ? others : { ...definition, initialState: state }
}
