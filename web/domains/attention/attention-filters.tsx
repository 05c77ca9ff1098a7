import { Box, Button, Menu } from '@chakra-ui/react'
import { Check, ListFilter } from 'lucide-react'
import { useMemo } from 'react'
import { useQuery } from 'urql'
import { attentionKinds } from '#shared/domains/attention/kinds.ts'
import {
  attentionKindNames,
  attentionScreenMessages as texts,
} from '#shared/domains/attention/screen-messages.ts'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { Chip } from '#web/ui/form/chip.tsx'
import type { Choice } from '#web/ui/form/choices.ts'
import type { AttentionParams } from './attention-params.ts'
import { attentionAppsQuery } from './operations.ts'

/** Stands for no choice; a menu has no item without a value. */
const ANY = 'any'

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
      <OneOf label={texts.app} choices={apps} value={appId} onChange={(next) => onChange({ appId: next })} />
      <OneOf
        label={texts.kind}
        choices={kinds}
        value={kind}
        onChange={(next) => onChange({ kind: attentionKinds.find((each) => each === next) ?? null })}
      />
    </>
  )
}

function OneOf({
  label,
  choices,
  value,
  onChange,
}: {
  label: string
  choices: readonly Choice[]
  value: string | null
  onChange(value: string | null): void
}) {
  const chosen = choices.find((choice) => choice.value === value)
  return (
    <Menu.Root positioning={{ placement: 'bottom-end' }}>
      <Menu.Trigger asChild>
        <Chip label={label} value={chosen?.label ?? value ?? texts.any} />
      </Menu.Trigger>
      <Menu.Positioner>
        <Menu.Content aria-label={label}>
          <Menu.RadioItemGroup
            value={value ?? ANY}
            onValueChange={({ value: next }) => onChange(next === ANY ? null : next)}
          >
            {[{ value: ANY, label: texts.any }, ...choices].map((choice) => (
              <Menu.RadioItem key={choice.value} value={choice.value} minH={{ base: '10', sm: '8' }}>
                <Box as="span" boxSize="4" color="accent" lineHeight="0">
                  {choice.value === (value ?? ANY) && <Check size={16} strokeWidth={2.5} />}
                </Box>
                {choice.label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioItemGroup>
        </Menu.Content>
      </Menu.Positioner>
    </Menu.Root>
  )
}
