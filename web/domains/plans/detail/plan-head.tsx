import { Button } from '@chakra-ui/react'
import { History } from 'lucide-react'
import { planMessages } from '#shared/domains/plans/messages.ts'
import { paths } from '#web/paths.ts'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { Tag } from '#web/ui/display/tag.tsx'

/** The head of a plan: its name and actions. */
export function PlanHead(props: {
  name: string
  dirty: boolean
  /** A save or a deletion is pending. */
  busy: boolean
  /** Opens the history; left out where the platform keeps none. */
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
