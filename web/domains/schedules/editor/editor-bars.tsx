import { Box, Button, chakra, Flex } from '@chakra-ui/react'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { scheduleTexts as texts } from '#shared/domains/schedules/screen-messages.ts'
import { DeleteButton } from '#web/ui/dialog/confirm-dialog.tsx'
import type { ScheduleDetail } from './operations.ts'
import type { ScheduleForm } from './use-schedule-form.ts'

/** The name, whose it is, and whether it has changes. It has the focus when the editor opens. */
export function ScheduleHead({
  form: { draft, stored, dirty },
  onClose,
}: {
  form: ScheduleForm
  onClose(): void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <Flex align="start" gap="2" px="4" pt="3" pb="2" borderBottomWidth="1px">
      <Box flex="1" minW="0">
        <chakra.h2
          ref={heading}
          tabIndex={-1}
          textStyle="md"
          fontWeight="semibold"
          overflowWrap="anywhere"
          outline="none"
        >
          {draft.name.trim() || texts.new}
        </chakra.h2>
        <Box textStyle="xs" color="ink.2">
          {stored?.createdBy && texts.scheduleOf(stored.createdBy)}
          {dirty && (
            <Box as="span" color="status.retry.fg" fontWeight="medium">
              {`${stored?.createdBy ? ' · ' : ''}${texts.changed}`}
            </Box>
          )}
        </Box>
      </Box>
      <Button variant="ghost" size="sm" px="0" minW="8" aria-label={texts.close} onClick={onClose}>
        <X />
      </Button>
    </Flex>
  )
}

export interface StoredActions {
  onTrigger(schedule: ScheduleDetail): void
  onTimes(schedule: ScheduleDetail): void
  onBackfill(schedule: ScheduleDetail): void
}

/** What can be done with a stored schedule apart from changing it. */
export function StoredBar({
  schedule,
  mayChange,
  onTrigger,
  onTimes,
  onBackfill,
}: StoredActions & { schedule: ScheduleDetail; mayChange: boolean }) {
  return (
    <Flex gap="1" px="3" py="1.5" wrap="wrap" borderBottomWidth="1px">
      {mayChange && (
        <>
          <Button size="sm" variant="ghost" onClick={() => onTrigger(schedule)}>
            {texts.trigger}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => onBackfill(schedule)}>
            {texts.backfill}
          </Button>
        </>
      )}
      <Button size="sm" variant="ghost" onClick={() => onTimes(schedule)}>
        {texts.times}
      </Button>
    </Flex>
  )
}

/** Delete, Cancel and Save. */
export function ScheduleFoot({ form, onClose }: { form: ScheduleForm; onClose(): void }) {
  const { stored, deleting, remove, saving, cannotSave, submit } = form
  return (
    <Flex gap="2" px="4" py="2.5" borderTopWidth="1px" align="center" bg="surface" borderBottomRadius="lg">
      {stored && (
        <DeleteButton
          label={texts.delete}
          text={texts.deleteText}
          subject={stored.name}
          submitting={deleting}
          onConfirm={remove}
        />
      )}
      <Box flex="1" />
      <Button onClick={onClose}>{texts.cancel}</Button>
      <Button variant="solid" loading={saving} disabled={cannotSave} onClick={() => void submit()}>
        {texts.save}
      </Button>
    </Flex>
  )
}
