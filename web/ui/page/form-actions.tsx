import { Button } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { IfMayChange } from '#web/lib/rights.tsx'

/** The button that saves what a form contains. */
interface Save {
  label: string
  /** Id of the form that it submits; without one it calls `onPress`. */
  form?: string
  onPress?: () => void
  /** Whether it can be pressed; then it is the filled one of the head. */
  ready: boolean
  /** Why it cannot be pressed. */
  reason?: string | undefined
  saving: boolean
  /** Another button on the page is the filled one. */
  secondary?: boolean
}

/**
 * The buttons in the head of a form, in the order of every form: what else can be done with the object; what leaves the form;
 * what saves it, filled once it can be pressed; and last, apart from what is pressed every day, what deletes the object.
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
      {others}
      {cancel}
      {/* A button that submits and one that does not are two: a press of one must not become one of the other. */}
      {save && (
        <IfMayChange>
          <SaveButton key={save.form ?? 'press'} {...save} />
        </IfMayChange>
      )}
      {remove}
    </>
  )
}

function SaveButton({ label, form, onPress, ready, reason, saving, secondary = false }: Save) {
  return (
    <Button
      type={form === undefined ? 'button' : 'submit'}
      form={form}
      variant={ready && !secondary ? 'solid' : 'outline'}
      disabled={!ready}
      title={ready ? undefined : reason}
      loading={saving}
      onClick={onPress}
    >
      {label}
    </Button>
  )
}
