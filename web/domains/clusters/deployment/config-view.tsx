import { Skeleton } from '@chakra-ui/react'
import { lazy, Suspense, useEffect } from 'react'
import { deploymentMessages as texts } from '#shared/domains/clusters/messages.ts'
import { failText } from '#web/ui/feedback/error-text.ts'
import { FailedState } from '#web/ui/feedback/placeholders.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import type { EditableConfig } from './use-config.ts'

// The editor loads the parser and the schema of configurations; the form needs neither.
const ConfigEditor = lazy(async () => ({ default: (await import('./config-editor.tsx')).ConfigEditor }))

/** The Advanced View: the whole configuration as YAML, read when the view is first shown. */
export function ConfigView({ config }: { config: EditableConfig }) {
  const { text, stored, error, loading, load } = config
  useEffect(() => {
    if (!stored) void load()
  }, [stored, load])
  const waiting = (
    <Skeleton height="420px" borderRadius="lg" role="status" aria-label="Loading configuration" />
  )
  if (text === null && error && !loading) {
    return (
      <Panel padded={false}>
        <FailedState message={failText(texts.loadFailed, error)} onRetry={() => void load()} />
      </Panel>
    )
  }
  if (text === null) return waiting
  return (
    <Suspense fallback={waiting}>
      <ConfigEditor text={text} disabled={config.saving} onChange={config.change} />
    </Suspense>
  )
}
