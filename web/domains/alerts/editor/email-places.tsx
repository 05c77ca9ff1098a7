import { chakra, Field, Flex, Input } from '@chakra-ui/react'
import { useId, useRef, type KeyboardEvent } from 'react'
import { alertScreenMessages as texts } from '#shared/domains/alerts/screen-messages.ts'
import { Tag } from '#web/ui/display/tag.tsx'
import { isEmail } from '#web/ui/form/email-field.tsx'
import { emailField, type FormFaults, type RuleForm } from '../rule-form.ts'

/** The e-mail addresses: Enter, a comma or leaving the field adds the typed one, Backspace removes the last one. */
export function EmailPlaces({
  form,
  faults,
  onChange,
}: {
  form: RuleForm
  faults: FormFaults
  onChange(form: RuleForm): void
}) {
  const { emails, typed } = form
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  const wrong = [...emails, typed.trim()].find((address) => faults[emailField(address)] !== undefined)
  const add = () => {
    const address = typed.trim()
    if (!isEmail(address)) return
    onChange({ ...form, emails: [...new Set([...emails, address])], typed: '' })
  }
  const remove = (address: string) => {
    onChange({ ...form, emails: emails.filter((each) => each !== address) })
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === ',' || (event.key === 'Enter' && !event.ctrlKey && !event.metaKey)) {
      event.preventDefault()
      add()
    }
    const last = emails.at(-1)
    if (event.key === 'Backspace' && typed === '' && last !== undefined) remove(last)
  }
  return (
    <Field.Root invalid={wrong !== undefined}>
      <Field.Label>{texts.emails}</Field.Label>
      <Flex
        wrap="wrap"
        gap="1.5"
        align="center"
        width="full"
        minH={{ base: '10', sm: '8' }}
        px="1.5"
        py="1"
        bg="surface"
        borderWidth="1px"
        borderColor={wrong === undefined ? 'control' : 'danger'}
        borderRadius="md"
        cursor="text"
        _focusWithin={{ outline: '2px solid {colors.accent}', outlineOffset: '-1px', borderColor: 'accent' }}
        onClick={() => field.current?.focus()}
      >
        {emails.length > 0 && (
          <chakra.ul id={listId} aria-label={texts.emails} display="contents" listStyleType="none">
            {emails.map((address) => (
              <chakra.li key={address} display="flex" minW="0" maxW="full">
                <Tag label={address} oneLine onRemove={() => remove(address)} />
              </chakra.li>
            ))}
          </chakra.ul>
        )}
        <Input
          unstyled
          ref={field}
          type="email"
          autoComplete="off"
          maxLength={320}
          value={typed}
          placeholder={emails.length === 0 ? texts.emailHint : undefined}
          onChange={(event) => onChange({ ...form, typed: event.target.value })}
          onKeyDown={onKeyDown}
          onBlur={add}
          flex="1"
          minW="120px"
          bg="transparent"
          outline="0"
          px="1"
          textStyle="sm"
          _placeholder={{ color: 'ink.3' }}
        />
      </Flex>
      <Field.ErrorText>{wrong !== undefined && texts.notEmail(wrong)}</Field.ErrorText>
    </Field.Root>
  )
}
