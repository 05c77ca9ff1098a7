import { Button } from '@chakra-ui/react'
import { History } from 'lucide-react'
import { planMessages } from '#shared/domains/plans/messages.ts'
import { paths } from '#web/paths.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { Tag } from '#web/ui/tag.tsx'

/** The name of a plan and what may be done with it. */
export function PlanHead(props: {
  name: string
  dirty: boolean
  /** The plan is being saved or deleted. */
  busy: boolean
  /** What the plan has been; left out where the platform keeps none of it. */
  onHistory?: (() => void) | undefined
  onDelete(): void
  onRun(): void
  onSave(): void
}) {
  const { name, dirty, busy, onHistory, onDelete, onRun, onSave } = props
  return (
    <PageHead
      crumbs={[{ label: planMessages.allPlans, to: paths.plans() }, { label: name }]}
      title={name}
      badge={dirty && <Tag label={planMessages.unsaved} />}
      actions={
        <>
          {onHistory && (
            <Button variant="ghost" onClick={onHistory}>
              <History /> {planMessages.history}
            </Button>
          )}
          <Button data-danger disabled={busy} onClick={onDelete}>
            {planMessages.delete}
          </Button>
          <Button disabled={busy} onClick={onRun}>
            {planMessages.run}
          </Button>
          <Button variant="solid" disabled={busy} onClick={onSave}>
            {planMessages.save}
          </Button>
        </>
      }
    />
  )
}
