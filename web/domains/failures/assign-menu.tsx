import { Box, Button, type ButtonProps, Menu, Skeleton } from '@chakra-ui/react'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { failureMessages as texts } from '#shared/domains/failures/messages.ts'
import { memberChoicesQuery } from '#web/lib/account/account-operations.ts'
import { signedInUser, useSession } from '#web/lib/session-context.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'

interface AssignMenuProps extends ButtonProps {
  /** The user who has it now; null: no one has. */
  ownerId: string | null
  /** Null: to no one. */
  onAssign(userId: string | null): void
}

interface Choice {
  userId: string | null
  label: string
}

/** The button that gives a failure or an item to the user, to another member of the account or to no one. */
export function AssignMenu({ ownerId, onAssign, ...button }: AssignMenuProps) {
  const [open, setOpen] = useState(false)
  const { choices, loading } = useChoices(open)
  return (
    <Menu.Root
      open={open}
      onOpenChange={(change) => setOpen(change.open)}
      positioning={{ placement: 'bottom-end' }}
      onSelect={({ value }) => onAssign(value || null)}
    >
      <Menu.Trigger asChild>
        <Button {...button}>{texts.assign}</Button>
      </Menu.Trigger>
      <Menu.Positioner>
        <Menu.Content aria-label={texts.assignTo} maxH="320px" overflowY="auto" minW="220px">
          <Menu.RadioItemGroup value={ownerId ?? ''}>
            {choices.map(({ userId, label }) => (
              <Menu.RadioItem key={userId} value={userId ?? ''} minH={{ base: '10', sm: '8' }}>
                <Box as="span" flex="1" truncate>
                  {label}
                </Box>
                <Box as="span" boxSize="4" color="accent">
                  {userId === ownerId && <Check size={16} strokeWidth={2.5} />}
                </Box>
              </Menu.RadioItem>
            ))}
          </Menu.RadioItemGroup>
          {loading && <Skeleton height="3" mx="3" my="2.5" />}
        </Menu.Content>
      </Menu.Positioner>
    </Menu.Root>
  )
}

/** The user first, then the others by their e-mail address, at last no one. */
function useChoices(wanted: boolean): { choices: Choice[]; loading: boolean } {
  const { state } = useSession()
  const me = state.phase === 'known' ? signedInUser(state.view)?.user : undefined
  const [{ data, error, fetching }] = useQuery({ query: memberChoicesQuery, pause: !wanted })
  useFailToast(texts.loadMembersFailed, error)
  const others = (data?.memberships.rows ?? [])
    .filter(({ id }) => id !== me?._id)
    .map(({ id, email }) => ({ userId: id, label: email }))
    .sort((one, other) => one.label.localeCompare(other.label))
  const choices: Choice[] = [
    ...(me ? [{ userId: me._id, label: texts.assignMe(me.email) }] : []),
    ...others,
    { userId: null, label: texts.assignNobody },
  ]
  return { choices, loading: fetching }
}
