import { Box, Button, Field, Flex, Textarea } from '@chakra-ui/react'
import { Pencil, StickyNote } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { MAX_NOTE_LENGTH, noteMessages as texts } from '#shared/lib/note-messages.ts'
import { useRights } from '#web/lib/rights.tsx'

/**
 * A note and its editor in place. Ctrl Enter saves, Escape gives up. The text is shown as it was typed: nothing in it
 * becomes a link.
 */
export function NoteEditor({
  text,
  byline,
  brief = false,
  saving,
  onSave,
}: {
  /** Empty for no note. */
  text: string
  /** Who wrote it, and when. */
  byline?: ReactNode
  /** In a line with other facts, which on a phone has no room for the words once it says that the page is stale. */
  brief?: boolean
  saving: boolean
  /** Resolves to whether it was saved. */
  onSave(text: string): Promise<boolean>
}) {
  const [draft, setDraft] = useState<string | null>(null)
  const { mayChange } = useRights()
  const opener = useRef<HTMLButtonElement>(null)
  const isReturning = useRef(false)
  const close = () => {
    isReturning.current = true
    setDraft(null)
  }
  const left = () => void (isReturning.current = false)
  // The saved text may arrive after the editor has closed. Then "Edit note" replaces "Add note", which has the focus,
  // so the focus is set after every commit until it has moved on.
  useLayoutEffect(() => {
    if (isReturning.current && document.activeElement === document.body) opener.current?.focus()
  })
  const save = async () => {
    if (draft !== null && (draft.trim() === text || (await onSave(draft.trim())))) close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  if (draft === null)
    return text === '' ? (
      mayChange && (
        <Button
          ref={opener}
          size="sm"
          variant="ghost"
          color="ink.2"
          px="1.5"
          aria-label={texts.add}
          title={texts.add}
          onBlur={left}
          onClick={() => setDraft('')}
        >
          <StickyNote size={14} />
          <Box as="span" hideBelow={brief ? 'sm' : undefined}>
            {texts.add}
          </Box>
        </Button>
      )
    ) : (
      <Flex align="flex-start" gap="2" minW="0">
        <Box as="span" color="ink.3" lineHeight="0" pt="0.5" flexShrink={0}>
          <StickyNote size={14} />
        </Box>
        <Box minW="0" whiteSpace="pre-wrap" overflowWrap="anywhere">
          {text}
          {byline && (
            <Box as="span" ms="2" textStyle="xs" color="ink.3" whiteSpace="nowrap">
              {byline}
            </Box>
          )}
        </Box>
        {mayChange && (
          <Button
            ref={opener}
            size="xs"
            variant="ghost"
            color="ink.3"
            px="1"
            minW={{ base: '10', sm: '6' }}
            minH={{ base: '10', sm: '6' }}
            my={{ base: '-2', sm: '0' }}
            aria-label={texts.edit}
            title={texts.edit}
            onBlur={left}
            onClick={() => setDraft(text)}
          >
            <Pencil size={13} />
          </Button>
        )}
      </Flex>
    )
  return (
    <Box maxW="640px">
      <Field.Root>
        <Field.Label srOnly>{texts.note}</Field.Label>
        <Textarea
          autoFocus
          rows={3}
          maxLength={MAX_NOTE_LENGTH}
          value={draft}
          disabled={saving}
          onChange={({ target }) => setDraft(target.value)}
          onKeyDown={onKeyDown}
        />
        <Field.HelperText>{texts.hint}</Field.HelperText>
      </Field.Root>
      <Flex gap="2" mt="2">
        <Button size="sm" loading={saving} onClick={() => void save()}>
          {texts.save}
        </Button>
        <Button size="sm" variant="ghost" disabled={saving} onClick={close}>
          {texts.cancel}
        </Button>
      </Flex>
    </Box>
  )
}
