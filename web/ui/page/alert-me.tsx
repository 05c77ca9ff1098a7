import { Button, type ButtonProps } from '@chakra-ui/react'
import { Bell } from 'lucide-react'
import { Link } from 'react-router-dom'
import { pageMessages } from '#shared/lib/page-messages.ts'
import { useFeature } from '#web/lib/features.ts'
import { useRights } from '#web/lib/rights.tsx'
import { paths } from '#web/paths.ts'

/**
 * The address of a new alert rule with a condition: `{ kind: 'runFailed', planId }`. Null on a platform without alerts, and
 * for viewers, who have no rules.
 */
export function useNewAlert(condition: Readonly<Record<string, string>>): string | null {
  const hasAlerts = useFeature('alerts')
  const { mayChange } = useRights()
  return hasAlerts && mayChange ? paths.alerts(`&rule=new&${new URLSearchParams(condition)}`) : null
}

/** A button to such a rule. */
export function AlertMe({
  condition,
  ...button
}: ButtonProps & { condition: Readonly<Record<string, string>> }) {
  const to = useNewAlert(condition)
  if (to === null) return null
  return (
    <Button variant="ghost" asChild {...button}>
      <Link to={to}>
        <Bell /> {pageMessages.alertMe}
      </Link>
    </Button>
  )
}
