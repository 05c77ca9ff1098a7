import { Box, Button, Field, Flex, Input } from '@chakra-ui/react'
import { KeyRound, Plus, X } from 'lucide-react'
import { alertScreenMessages as texts } from '#shared/domains/alerts/screen-messages.ts'
import { useNow } from '#web/lib/use-time.ts'
import { formatMoment } from '#web/ui/time/moment.tsx'
import type { Rule } from '../operations.ts'
import type { FormFaults, FormPlace } from '../rule-form.ts'

interface UrlPlacesProps {
  kind: 'webhook' | 'chat'
  places: readonly FormPlace[]
  faults: FormFaults
  onChange(places: FormPlace[]): void
  /** The saved addresses, with their secrets masked. */
  saved: Rule['to']
  /** Makes a new secret of a saved webhook. */
  onNewSecret(targetId: string): void
  busy: boolean
}

const words = {
  webhook: { at: texts.webhookAt, add: texts.addWebhook, hint: texts.webhookHint },
  chat: { at: texts.chatAt, add: texts.addChat, hint: texts.chatHint },
}

/** The webhooks or the chats of a rule. */
export function UrlPlaces(props: UrlPlacesProps) {
  const { kind, places, faults, onChange } = props
  const { at, add, hint } = words[kind]
  const set = (key: string, url: string) =>
    onChange(places.map((place) => (place.key === key ? { ...place, url } : place)))
  const addOne = () => {
    onChange([...places, { key: crypto.randomUUID(), id: null, url: '' }])
  }
  return (
    <Flex direction="column" gap="2" align="start">
      {places.map(({ key, id, url }, index) => (
        <Field.Root key={key} invalid={faults[key] !== undefined}>
          <Field.Label>{at(index + 1)}</Field.Label>
          <Flex gap="2" width="full">
            <Input
              // One that was added now.
              autoFocus={id === null && url === ''}
              type="url"
              autoComplete="off"
              maxLength={2000}
              textStyle="mono"
              minH={{ base: '10', sm: '8' }}
              placeholder={texts.placeholder}
              value={url}
              onChange={(event) => set(key, event.target.value)}
            />
            <Button
              variant="ghost"
              px="0"
              minW={{ base: '10', sm: '8' }}
              minH={{ base: '10', sm: '8' }}
              aria-label={texts.removePlace(at(index + 1))}
              onClick={() => onChange(places.filter((place) => place.key !== key))}
            >
              <X />
            </Button>
          </Flex>
          <Field.ErrorText>{faults[key]}</Field.ErrorText>
          {kind === 'webhook' && <Secret {...props} id={id} />}
          {kind === 'chat' && faults[key] === undefined && <Field.HelperText>{hint}</Field.HelperText>}
        </Field.Root>
      ))}
      <Button variant="ghost" size="sm" minH={{ base: '10', sm: '7' }} ms="-2" title={hint} onClick={addOne}>
        <Plus /> {add}
      </Button>
    </Flex>
  )
}

/** The masked secret of a saved webhook, with the button that makes a new one. */
function Secret({ id, saved, onNewSecret, busy }: UrlPlacesProps & { id: string | null }) {
  const now = useNow(10_000)
  const target = saved.find((each) => each.id === id)
  if (!target) return <Field.HelperText>{texts.secretLater}</Field.HelperText>
  const until = target.oldSecretUntil
  return (
    <>
      <Flex gap="2" mt="2" width="full" align="center">
        <Flex
          gap="2"
          align="center"
          minW="0"
          flex="1"
          minH="8"
          px="2.5"
          bg="bg"
          borderWidth="1px"
          borderRadius="md"
          color="ink.2"
        >
          <KeyRound size={14} aria-hidden />
          <Box as="span" textStyle="mono" truncate>
            {shortMask(target.secret ?? '')}
          </Box>
        </Flex>
        <Button minH={{ base: '10', sm: '8' }} disabled={busy} onClick={() => onNewSecret(target.id)}>
          {texts.newSecret}
        </Button>
      </Flex>
      <Field.HelperText>
        {texts.secretSigns}
        {until && ` ${texts.oldSigns(formatMoment(new Date(until), new Date(now)))}`}
      </Field.HelperText>
    </>
  )
}

/** The end of a mask, which is as long as the secret. */
const shortMask = (mask: string) => `whsec_${'•'.repeat(10)}${mask.slice(-4)}`
