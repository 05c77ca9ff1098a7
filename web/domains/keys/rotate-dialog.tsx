import { Box, Field, Input } from '@chakra-ui/react'
import { useState } from 'react'
import { keyMessages as texts } from '#shared/domains/keys/messages.ts'
import type { KeyKind } from '#shared/domains/keys/kinds.ts'
import {
  endOfOverlap,
  MAX_KEY_NAME,
  nextName,
  overlaps,
  ownerOf,
  type Overlap,
} from '#shared/domains/keys/rules.ts'
import { hookAddress } from '#web/domains/hooks/hook-address.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { SecretDialog } from '#web/ui/dialog/secret-dialog.tsx'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import { Segments } from '#web/ui/form/segments.tsx'
import { keyAddressOf, rotateKeyMutation, type ListedKey, type NewKey } from './operations.ts'

const options = overlaps.map((value) => ({ value, label: texts.overlaps[value] }))

/** Makes a key in the place of another one, and shows it once; the old one stays valid. */
export function RotateDialog({ listed, onClose }: { listed: ListedKey; onClose(): void }) {
  const isNamed = listed.kind === 'privateKey'
  const isHook = listed.kind === 'hookSecret'
  const [name, setName] = useState(isNamed ? nextName(listed.name) : '')
  const [overlap, setOverlap] = useState<Overlap>('open')
  const [made, setMade] = useState<NewKey | null>(null)
  const rotate = useAction(rotateKeyMutation, { failure: texts.rotateFailed })
  const confirm = async () => {
    const oldEnds = endOfOverlap(overlap, Date.now())
    const data = await rotate.run({ ...keyAddressOf(listed), name: name.trim(), oldEnds })
    if (data) setMade(data.rotateKey)
  }
  if (made) return <MadeKey kind={listed.kind as KeyKind} made={made} name={name} onClose={onClose} />
  return (
    <FormDialog
      title={texts.rotateTitle(texts.kindOf(listed.kind))}
      open
      onClose={onClose}
      confirmLabel={texts.make}
      onConfirm={() => void confirm()}
      confirmDisabled={isNamed && name.trim() === ''}
      submitting={rotate.running}
    >
      <Box fontWeight="medium" overflowWrap="anywhere">
        {texts.ofOwner(listed.name, ownerOf(listed))}
      </Box>
      <div>{isHook ? texts.rotateHookText : texts.rotateText}</div>
      {isNamed && (
        <Field.Root required>
          <Field.Label>{texts.newName}</Field.Label>
          <Input
            autoComplete="off"
            maxLength={MAX_KEY_NAME}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field.Root>
      )}
      {!isHook && (
        <Field.Root>
          <Field.Label asChild>
            <span>{texts.oldStays}</span>
          </Field.Label>
          <Segments<Overlap> label={texts.oldStays} options={options} value={overlap} onChange={setOverlap} />
        </Field.Root>
      )}
    </FormDialog>
  )
}

function MadeKey({
  kind,
  made,
  name,
  onClose,
}: {
  kind: KeyKind
  made: NewKey
  name: string
  onClose(): void
}) {
  return (
    <SecretDialog
      title={texts.madeTitle(texts.kindOf(kind))}
      warning={texts.once}
      name={kind === 'privateKey' ? name : texts.secretPart[kind]}
      secret={made.secret}
      publicPart={{
        label: texts.publicPart[kind],
        text: kind === 'hookSecret' ? hookAddress(made.name) : made.name,
      }}
      texts={{ copy: texts.copy, copySecret: `${texts.copy} ${texts.secretPart[kind]}`, done: texts.done }}
      onClose={onClose}
    />
  )
}
