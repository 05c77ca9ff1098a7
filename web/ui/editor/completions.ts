/** What a proposal of an editor is, for its icon. */
export type CompletionKind =
  | 'type'
  | 'alias'
  | 'task'
  | 'plan'
  | 'state'
  | 'variable'
  | 'operator'
  | 'input'
  | 'constant'

export interface Completion {
  label: string
  /** The text that it puts in. */
  insert: string
  kind: CompletionKind
  /** Shown after the label. */
  detail?: string
}

/** Proposals for a part of the text, in characters. */
export interface Completions {
  offset: number
  length: number
  items: readonly Completion[]
}

/** Proposes what may stand at an offset of a text; null: nothing. */
export type Complete = (text: string, offset: number) => Promise<Completions | null>
