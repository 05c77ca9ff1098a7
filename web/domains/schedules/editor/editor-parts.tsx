import { Box, chakra } from '@chakra-ui/react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useQuery } from 'urql'
import { scheduleTexts as texts } from '#shared/domains/schedules/screen-messages.ts'
import { ChoiceField } from '#web/ui/form/choice-field.tsx'
import { schedulePlansQuery } from './operations.ts'

/** The panel of the editor: beside the list it stays in view, with its head and foot. */
export function EditorFrame({
  label,
  children,
  onKeyDown,
}: {
  label: string
  children: ReactNode
  onKeyDown?(event: KeyboardEvent): void
}) {
  return (
    <chakra.section
      aria-label={label}
      bg="surface"
      borderWidth="1px"
      borderRadius="lg"
      boxShadow="card"
      minW="0"
      position={{ lg: 'sticky' }}
      top={{ lg: '64px' }}
      display="flex"
      flexDirection="column"
      // Its foot is on the screen before the page is scrolled.
      maxH={{ lg: 'max(420px, 100dvh - 160px)' }}
      onKeyDown={onKeyDown}
    >
      {children}
    </chakra.section>
  )
}

/** The plan that runs. */
export function PlanField({
  planId,
  fault,
  onChange,
}: {
  planId: string | null
  fault: string | undefined
  onChange(id: string | null, name: string | undefined): void
}) {
  const [{ data, fetching }] = useQuery({ query: schedulePlansQuery })
  const rows = data?.plans.rows ?? []
  const choices = rows.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Box>
      <ChoiceField
        label={texts.plan}
        choices={choices}
        value={planId}
        onChange={(id) => onChange(id, rows.find((plan) => plan.id === id)?.name)}
        loading={fetching && !data}
        required
      />
      {fault && (
        <Box color="danger" textStyle="sm" mt="1">
          {texts.faultOf(texts.plan, fault)}
        </Box>
      )}
    </Box>
  )
}
