import { Box, Skeleton } from '@chakra-ui/react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { runFormMessages } from '#shared/domains/workqueues/run-form-messages.ts'
import type { CombinedError } from 'urql'
import type { JsonObject } from '#shared/lib/json.ts'
import { useFeature } from '#web/lib/features.ts'
import { formatJson, parseJsonObject } from '#web/lib/json-text.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { paths } from '#web/paths.ts'
import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { JsonField } from '#web/ui/editor/json-field.tsx'
import { Segments } from '#web/ui/form/segments.tsx'
import { draftWithoutSecrets } from '#web/ui/schema/secret-names.ts'
import { useStartMany } from '../start-mutations.ts'
import { Beginning } from './beginning.tsx'
import { NotStarted } from './not-started.tsx'
import { useFocusOfForm } from './use-focus-of-form.ts'

const Loading = () => <Skeleton height="260px" borderRadius="md" aria-label="Loading form" role="status" />
const StateForm = lazyPart(async () => (await import('./state-form.tsx')).StateForm, Loading)
const WhatStarts = lazyPart(
  async () => (await import('./what-starts.tsx')).WhatStarts,
  () => null,
)
const ManyForm = lazyPart(async () => (await import('./many-form.tsx')).ManyForm, Loading)

/** What the form takes from a stored plan. */
export interface RunnableContent {
  initialState: unknown
  inputSchema: unknown
  /** The whole definition; without it the form does not say what starts. */
  source?: unknown
}

interface Draft {
  text: string
  rows: string
  appId: string | null
}

/**
 * The dialog that runs a plan: its initial state by the plan's schema or as JSON, as in the last run, or one run for
 * each of many rows.
 */
export function RunForm({
  title,
  draft,
  plan,
  content,
  instead,
  appId,
  appName = null,
  onApp,
  children,
  running,
  refusal,
  onRun,
  onNoApp,
  onClose,
}: {
  title: string
  /** Name of the draft. */
  draft: string
  plan: { id: string; name: string }
  /** Null until it is read. */
  content: RunnableContent | null
  /** Shown until then. */
  instead?: ReactNode
  /** The app that it runs in; null while none is chosen. */
  appId: string | null
  appName?: string | null
  /** A draft is restored that was begun for this app. */
  onApp?(appId: string | null): void
  /** What stands above the initial state. */
  children?: ReactNode
  running: boolean
  /** Why the last attempt has started nothing; undefined before one and while one is made. */
  refusal?: CombinedError | undefined
  onRun(initialState: JsonObject): void
  onNoApp?(): void
  onClose(): void
}) {
  const schema = isSchemaObject(content?.inputSchema) ? content.inputSchema : null
  const own = useMemo(() => formatJson(content?.initialState ?? {}), [content])
  const [withDefaults, setWithDefaults] = useState<string | null>(null)
  const stored = withDefaults ?? own
  const [edited, setText] = useState<string | null>(null)
  const [rows, setRows] = useState('')
  const [many, setMany] = useState(false)
  const [states, setStates] = useState<JsonObject[]>([])
  const [faults, setFaults] = useState(0)
  const [attempts, setAttempts] = useState(0)
  const canMany = useFeature('bulkStart')
  const startMany = useStartMany(plan)
  const navigate = useNavigate()
  const form = useRef<HTMLDivElement>(null)
  const opensEarly = useFocusOfForm(form, content !== null)
  const text = edited ?? stored
  const parsed = parseJsonObject(text)

  const confirm = async () => {
    if (!content || 'reason' in parsed) return
    if (appId === null) return onNoApp?.()
    if (many) {
      const receipt = await startMany.run(appId, states)
      if (!receipt) return
      onClose()
      return void navigate(paths.workqueues(appId, `?receipt=${encodeURIComponent(receipt.id)}`))
    }
    if (faults > 0) return setAttempts(attempts + 1)
    onRun(parsed.value)
  }
  return (
    <FormDialog
      title={title}
      open
      onClose={onClose}
      confirmLabel={many ? runFormMessages.runMany(states.length) : 'Run'}
      onConfirm={() => void confirm()}
      confirmDisabled={!content || 'reason' in parsed || (many && states.length === 0)}
      submitting={running || startMany.running}
      size="lg"
      initialFocus={opensEarly ? form : undefined}
    >
      <DraftKeeper<Draft>
        inDialog
        form={draft}
        values={{ text, rows, appId }}
        protect={({ text: state, rows: each, appId: app }) => {
          const [kept, keptRows] = [draftWithoutSecrets(state), draftWithoutSecrets(each)]
          return kept === null || keptRows === null ? null : { text: kept, rows: keptRows, appId: app }
        }}
        dirty={text !== stored || rows !== ''}
        onRestore={(left) => {
          setText(left.text)
          setRows(left.rows)
          if (left.rows !== '') setMany(true)
          onApp?.(left.appId)
        }}
      />
      <NotStarted error={many ? startMany.error : refusal} />
      {children}
      <Box ref={form} tabIndex={-1} outline="none" display="flex" flexDirection="column" gap="4">
        {!content ? (
          instead
        ) : (
          <>
            <WhatStarts definition={content.source} appName={appName} />
            {canMany && (
              <Box>
                <Segments
                  label={runFormMessages.count}
                  options={counts}
                  value={many ? 'many' : 'one'}
                  onChange={(value) => setMany(value === 'many')}
                />
              </Box>
            )}
            <Beginning
              planId={plan.id}
              appId={appId}
              changed={text !== stored}
              onReset={() => setText(null)}
              onState={(state) => setText(formatJson(state))}
            />
            {schema ? (
              <Box hidden={many}>
                <StateForm
                  schema={schema}
                  text={text}
                  onChange={setText}
                  onBegin={setWithDefaults}
                  onFaults={setFaults}
                  attempts={attempts}
                />
              </Box>
            ) : (
              <Box hidden={many}>
                <JsonField
                  label={runFormMessages.initialState}
                  text={text}
                  onChange={setText}
                  reason={'reason' in parsed ? parsed.reason : null}
                />
              </Box>
            )}
            {many && (
              <ManyForm schema={schema} base={text} text={rows} onChange={setRows} onStates={setStates} />
            )}
          </>
        )}
      </Box>
    </FormDialog>
  )
}

const counts = [
  { value: 'one', label: runFormMessages.one },
  { value: 'many', label: runFormMessages.many },
] as const

const isSchemaObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
