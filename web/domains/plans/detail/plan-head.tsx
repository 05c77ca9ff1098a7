import { Box, Button, Flex } from '@chakra-ui/react'
import { History } from 'lucide-react'
import { planMessages } from '#shared/domains/plans/messages.ts'
import { IfMayChange, useRights } from '#web/lib/rights.tsx'
import { copied } from '#web/lib/copy/copied-objects.ts'
import { PHONE_PX, useNarrowerThan } from '#web/lib/use-media.ts'
import { paths } from '#web/paths.ts'
import { Tag } from '#web/ui/display/tag.tsx'
import { AlertMe } from '#web/ui/page/alert-me.tsx'
import { FormActions } from '#web/ui/page/form-actions.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { PlanPulse } from '../health/plan-pulse.tsx'

interface PlanHeadProps {
  id: string
  name: string
  /** There is something to save. */
  dirty: boolean
  /** A save or a deletion is pending. */
  busy: boolean
  /** Opens the history; left out where the platform keeps none. */
  onHistory?: (() => void) | undefined
  onDelete(): void
  onRun(): void
  onSave(): void
}

/** The head of a plan: its name, health and actions. It stays on the screen; on a phone, what is used most stays below. */
export function PlanHead(props: PlanHeadProps) {
  const { id, name, dirty, busy, onHistory, onDelete } = props
  const isPhone = useNarrowerThan(PHONE_PX)
  const { mayChange } = useRights()
  return (
    <>
      <Box
        position={{ sm: 'sticky' }}
        top="12"
        zIndex="docked"
        bg="bg"
        mx={{ sm: '-6' }}
        px={{ sm: '6' }}
        mt="-5"
        pt="5"
        pb="1px"
        mb="-1px"
      >
        <PageHead
          crumbs={[{ label: planMessages.allPlans, to: paths.plans() }, { label: name }]}
          copy={copied.plan({ id })}
          title={name}
          badge={dirty && <Tag label={planMessages.unsaved} />}
          facts={<PlanPulse planId={id} />}
          actions={
            <FormActions
              remove={
                <IfMayChange>
                  <Button variant="ghost" data-danger disabled={busy} onClick={onDelete}>
                    {planMessages.delete}
                  </Button>
                </IfMayChange>
              }
              others={
                <>
                  {onHistory && (
                    <Button variant="ghost" onClick={onHistory}>
                      <History /> {planMessages.history}
                    </Button>
                  )}
                  <AlertMe condition={{ kind: 'runFailed', planId: id }} />
                  {!isPhone && <RunButton {...props} />}
                </>
              }
              save={isPhone ? null : saveOf(props)}
            />
          }
        />
      </Box>
      {isPhone && mayChange && (
        <Flex
          position="fixed"
          insetX="0"
          bottom="0"
          zIndex="docked"
          gap="2"
          px="4"
          py="2"
          bg="surface"
          borderTopWidth="1px"
          css={{ '& > *': { flex: 1, height: '{sizes.10}' } }}
        >
          <FormActions others={<RunButton {...props} />} save={saveOf(props)} />
        </Flex>
      )}
    </>
  )
}

/** Filled while there is nothing to save: then it is what the page is opened for. */
function RunButton({ dirty, busy, onRun }: PlanHeadProps) {
  return (
    <IfMayChange>
      <Button variant={dirty ? 'outline' : 'solid'} disabled={busy} onClick={onRun}>
        {planMessages.run}
      </Button>
    </IfMayChange>
  )
}

const saveOf = ({ dirty, busy, onSave }: PlanHeadProps) => ({
  label: planMessages.save,
  ready: dirty && !busy,
  reason: dirty ? undefined : planMessages.nothingChanged,
  saving: false,
  onPress: onSave,
})
