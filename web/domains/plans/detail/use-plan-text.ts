import { useMemo, useState } from 'react'
import { planUpdate } from '#shared/domains/plans/rules.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import type { KeptForm } from '#web/lib/drafts/use-kept-draft.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { formatJson, parseJson, type Parsed } from '#web/lib/json-text.ts'
import type { planQuery } from '../operations.ts'

export type PlanDetail = ResultOf<typeof planQuery>['plan']

/** The text of a plan in the editor. */
export interface PlanText {
  text: string
  dirty: boolean
  change(text: string): void
  /** Discards the edit; the editor shows the stored plan. */
  reset(): void
  /** For a `DraftKeeper`. */
  kept: Omit<KeptForm<{ text: string; version: number | null }>, 'form'>
  /** The plan that the edit started from. */
  base: PlanDetail
  /** The update to save, or why the text cannot be saved; of another text where one is given, based on another plan. */
  update(text?: string, base?: PlanDetail): Parsed<JsonObject>
}

/** The text of a plan: the stored one until it is edited, then the edit, whatever is stored meanwhile. */
export function usePlanText(plan: PlanDetail): PlanText {
  const stored = useMemo(() => formatJson(plan.source), [plan.source])
  const [edit, setEdit] = useState<{ text: string; base: PlanDetail; baseText: string } | null>(null)
  const change = (text: string) => {
    const { base, baseText } = edit ?? { base: plan, baseText: stored }
    setEdit(text === baseText ? null : { text, base, baseText })
  }
  const base = edit?.base ?? plan
  const text = edit?.text ?? stored
  const update = (of = text, basedOn = base): Parsed<JsonObject> => {
    const parsed = parseJson(of)
    if ('reason' in parsed) return parsed
    if (!isObject(parsed.value)) return { reason: 'it must be an object: { … }' }
    return { value: planUpdate(basedOn.source as JsonObject, parsed.value) }
  }
  return {
    text,
    dirty: edit !== null,
    change,
    reset: () => setEdit(null),
    kept: {
      values: { text, version: base.version },
      dirty: edit !== null,
      onRestore: (left) =>
        setEdit({ text: left.text, base: atVersion(plan, left.version), baseText: stored }),
    },
    base,
    update,
  }
}

/** The plan as the base of an edit of another version, whose content is not known any more. */
function atVersion(plan: PlanDetail, version: number | null): PlanDetail {
  if (version === null || version === plan.version) return plan
  return { ...plan, version, source: { ...(plan.source as JsonObject), version } }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
