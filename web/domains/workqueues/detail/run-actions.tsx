import { Button, Menu } from '@chakra-ui/react'
import { Diff, Ellipsis } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { runMessages } from '#shared/domains/workqueues/run-messages.ts'
import { workqueueMessages } from '#shared/domains/workqueues/messages.ts'
import { useRights } from '#web/lib/rights.tsx'
import { useSurroundingActions } from '#web/ui/page/page-head.tsx'
import { PHONE_PX, useNarrowerThan, WIDE_PX } from '#web/lib/use-media.ts'

interface RunAction {
  key: string
  label: string
  onSelect(): void
  /** Where it is a button of its own; narrower it is in the menu. */
  from: 'always' | 'phone' | 'wide'
  icon?: React.ReactNode
  solid?: boolean
  danger?: boolean
  busy?: boolean
  /** Absent for a user who may change nothing. */
  changes?: true
  /** Only its place is kept. */
  isPlace?: boolean
}

interface RunActionsProps {
  /** Null for a run that cannot be cancelled. */
  onCancel: (() => void) | null
  /** The page of the comparison, and whether it is with the last good run; null without another run, undefined until it is known. */
  compare: { to: string; lastGood: boolean } | null | undefined
  onModifyAndRerun(): void
  /** The run was cancelled: to modify and rerun it is what fixes it. */
  cancelled: boolean
  onSaveAsPlan(): void
  onSource(): void
  onRefreshLogs(): void
  refreshing: boolean
}

/** The actions of a run: on a wide page all are buttons, on a narrower one the less used ones are in a menu. */
export function RunActions(props: RunActionsProps) {
  const navigate = useNavigate()
  const phone = useNarrowerThan(PHONE_PX)
  const narrow = useNarrowerThan(WIDE_PX)
  const { onCancel, compare } = props
  const surrounding = useSurroundingActions()
  const actions: (RunAction | false | null)[] = [
    // Arrives after the others: first, so that it moves none of them; its place is kept until then.
    compare !== null && {
      key: 'compare',
      label: compare?.lastGood === false ? runMessages.compareOther : runMessages.compareLastGood,
      icon: <Diff />,
      onSelect: () => compare && void navigate(compare.to),
      from: 'phone',
      isPlace: !compare,
    },
    ...surrounding.map((action) => ({ ...action, key: action.label, from: 'phone' as const })),
    onCancel && {
      key: 'cancel',
      label: 'Cancel',
      onSelect: onCancel,
      from: 'always',
      danger: true,
      changes: true,
    },
    {
      key: 'rerun',
      label: 'Modify and rerun',
      onSelect: props.onModifyAndRerun,
      from: 'phone',
      solid: props.cancelled,
      changes: true,
    },
    {
      key: 'plan',
      label: workqueueMessages.saveAsPlan,
      onSelect: props.onSaveAsPlan,
      from: 'wide',
      changes: true,
    },
    { key: 'source', label: 'View Source', onSelect: props.onSource, from: 'wide' },
    {
      key: 'logs',
      label: 'Refresh Logs',
      onSelect: props.onRefreshLogs,
      from: 'wide',
      busy: props.refreshing,
    },
  ]
  const { mayChange } = useRights()
  const offered = actions.filter((action) => !!action).filter(({ changes }) => mayChange || !changes)
  const isButton = ({ from }: RunAction) => from === 'always' || (from === 'phone' ? !phone : !narrow)
  const rest = offered.filter((action) => !isButton(action) && !action.isPlace)
  return (
    <>
      {offered.filter(isButton).map((action) => (
        <Button
          key={action.key}
          variant={action.solid ? 'solid' : action.key === 'logs' ? 'ghost' : 'outline'}
          height={{ base: '10', sm: '8' }}
          px="2.5"
          data-danger={action.danger}
          data-main={action.solid || undefined}
          loading={action.busy ?? false}
          visibility={action.isPlace ? 'hidden' : undefined}
          onClick={action.onSelect}
        >
          {action.icon}
          {action.label}
        </Button>
      ))}
      {rest.length > 0 && (
        <Menu.Root
          positioning={{ placement: 'bottom-end' }}
          onSelect={({ value }) => rest.find(({ key }) => key === value)?.onSelect()}
        >
          <Menu.Trigger asChild>
            <Button
              aria-label={runMessages.more}
              title={runMessages.more}
              height={{ base: '10', sm: '8' }}
              minW={{ base: '10', sm: '8' }}
              px="1.5"
            >
              <Ellipsis />
            </Button>
          </Menu.Trigger>
          <Menu.Positioner>
            <Menu.Content aria-label={runMessages.more}>
              {rest.map((action) => (
                <Menu.Item key={action.key} value={action.key} minH={{ base: '10', sm: '8' }}>
                  {action.icon}
                  {action.label}
                </Menu.Item>
              ))}
            </Menu.Content>
          </Menu.Positioner>
        </Menu.Root>
      )}
    </>
  )
}
