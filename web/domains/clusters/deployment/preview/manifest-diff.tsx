import { Box, Skeleton } from '@chakra-ui/react'
import { useEffect, useMemo, useState } from 'react'
import { deploymentMessages } from '#shared/domains/clusters/messages.ts'
import { historyMessages as texts } from '#shared/domains/clusters/history-messages.ts'
import { CodeDiff } from '#web/ui/editor/code-diff.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { FailedState } from '#web/ui/feedback/placeholders.tsx'
import type { DeploymentFormValues } from '../deployment-form-values.ts'
import { useRevealConfig } from '../mutations.ts'
import { hiddenManifest, manifestOf, type ShownManifest } from './config-changes.ts'

// This module imports the parser of configurations, so it is loaded on demand.

/** The manifest before and after the changes of the form. It is read when this is shown; the platform audits each read. */
export function FormManifest({ id, draft }: { id: string; draft: DeploymentFormValues }) {
  const { run: reveal, error, running } = useRevealConfig()
  const [stored, setStored] = useState<string | null>(null)
  const load = () => reveal({ id }).then((data) => setStored(data?.revealDeploymentConfig.fluxConfig ?? null))
  useEffect(() => {
    void reveal({ id }).then((data) => setStored(data?.revealDeploymentConfig.fluxConfig ?? null))
  }, [reveal, id])
  const manifest = useMemo(() => (stored === null ? null : manifestOf(stored, draft)), [stored, draft])
  if (stored !== null) return <Manifest manifest={manifest} />
  if (error && !running)
    return (
      <FailedState message={failText(deploymentMessages.loadFailed, error)} onRetry={() => void load()} />
    )
  return <Skeleton height="200px" />
}

/** The manifest before and after an edit of the whole configuration. */
export function EditedManifest({ stored, text }: { stored: string; text: string }) {
  return <Manifest manifest={useMemo(() => hiddenManifest(stored, text), [stored, text])} />
}

function Manifest({ manifest }: { manifest: ShownManifest | null }) {
  if (!manifest) return <Box color="ink.2">{texts.noManifest}</Box>
  return (
    <Box borderWidth="1px" borderRadius="md" overflow="hidden">
      <CodeDiff
        left={manifest.before}
        right={manifest.after}
        language="yaml"
        label={texts.manifestLabel}
        height="min(32dvh, 320px)"
      />
    </Box>
  )
}
