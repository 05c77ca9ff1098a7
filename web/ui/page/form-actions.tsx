import { Button } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { pageMessages } from '#shared/lib/page-messages.ts'
import { IfMayChange } from '#web/lib/rights.tsx'

/** The button that saves what a form contains. */
interface Save {
  label: string
  /** Id of the form that it submits; without one it calls `onPress`. */
  form?: string
  onPress?: () => void
  /** Whether the form can be saved as it is filled in. */
  ready: boolean
  /** Whether there is something to save; only then it can be pressed, and is the filled one of the head. */
  changed: boolean
  saving: boolean
  /** Another button on the page is the filled one. */
  secondary?: boolean
}

/**
 * The buttons in the head of a form, in the order of every form: what deletes the object, apart from what is pressed every
 * day; what else can be done with it; what leaves the form; and at the end what saves it, filled once there is something
 * to save; until then it cannot be pressed.
 */
export function FormActions({
  remove,
  others,
  cancel,
  save,
}: {
  remove?: ReactNode
  others?: ReactNode
  cancel?: ReactNode
  /** Null where it stands elsewhere. */
  save: Save | null
}) {
  return (
    <>
      {remove}
      {others}
      {cancel}
      {/* A button that submits and one that does not are two: a press of one must not become one of the other. */}
      {save && (
        <IfMayChange>
          <SaveButton key={save.form ?? 'press'} {...save} />
        </IfMayChange>
      )}
    </>
  )
}

function SaveButton({ label, form, onPress, ready, changed, saving, secondary = false }: Save) {
  const isLive = ready && changed
  return (
    <Button
      type={form === undefined ? 'button' : 'submit'}
      form={form}
      variant={isLive && !secondary ? 'solid' : 'outline'}
      disabled={!isLive}
      title={changed ? undefined : pageMessages.nothingChanged}
      loading={saving}
      onClick={onPress}
    >
      {label}
    </Button>
  )
}
