import { Button } from '@chakra-ui/react'
import { ListFilter } from 'lucide-react'
import { useMemo } from 'react'
import { useQuery } from 'urql'
import { attentionKinds } from '#shared/domains/attention/kinds.ts'
import {
  attentionKindNames,
  attentionScreenMessages as texts,
} from '#shared/domains/attention/screen-messages.ts'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { ChoiceMenu } from '#web/ui/form/choice-menu.tsx'
import type { AttentionParams } from './attention-params.ts'
import { attentionAppsQuery } from './operations.ts'

const kinds = attentionKinds.map((kind) => ({ value: kind, label: attentionKindNames[kind] }))

/** On a phone: shows and hides the filters. */
export function FilterToggle({ open, onToggle }: { open: boolean; onToggle(): void }) {
  return (
    <Button
      variant="ghost"
      px="0"
      boxSize="10"
      ms="auto"
      hideFrom="sm"
      aria-label={texts.filters}
      aria-expanded={open}
      onClick={onToggle}
    >
      <ListFilter />
    </Button>
  )
}

/** The filters of the screen: one app or all, one kind or all. */
export function AttentionFilters({
  query: { appId, kind },
  onChange,
}: {
  query: AttentionParams
  onChange(change: Partial<AttentionParams>): void
}) {
  const [{ data, error }] = useQuery({ query: attentionAppsQuery })
  useFailToast(texts.loadAppsFailed, error)
  const apps = useMemo(() => (data?.apps ?? []).map(({ id, name }) => ({ value: id, label: name })), [data])
  return (
    <>
      <ChoiceMenu
        label={texts.app}
        choices={apps}
        value={appId}
        onChange={(next) => onChange({ appId: next })}
      />
      <ChoiceMenu
        label={texts.kind}
        choices={kinds}
        value={kind}
        onChange={(next) => onChange({ kind: attentionKinds.find((each) => each === next) ?? null })}
      />
    </>
  )
}
