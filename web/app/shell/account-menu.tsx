import { Box, Button, Flex, Menu } from '@chakra-ui/react'
import { Building2, Check, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { peopleMessages } from '#shared/lib/people-messages.ts'
import { sessionMessages } from '#shared/domains/account/session-messages.ts'
import { useRights } from '#web/lib/rights.tsx'
import { useSession, type SignedInUser } from '#web/lib/session-context.tsx'
import { paths } from '#web/paths.ts'
import { failText } from '#web/ui/feedback/error-text.ts'
import { toast } from '#web/ui/feedback/toast.tsx'

/** The current account, with a menu to change it when there are several. A change reloads all data. */
export function AccountMenu({ who }: { who: SignedInUser }) {
  const { session } = useSession()
  const navigate = useNavigate()
  const [switching, setSwitching] = useState(false)
  const name = who.account?.name ?? 'No account'
  const { isViewer } = useRights()

  const choose = async (accountId: string) => {
    if (accountId === who.account?._id) return
    setSwitching(true)
    try {
      await session.chooseAccount(accountId)
      // The page that is open belongs to the previous account.
      await navigate(paths.apps())
    } catch (error) {
      toast.error(failText(sessionMessages.chooseAccountFailed, error))
    } finally {
      setSwitching(false)
    }
  }

  const label = (
    <Box as="span" truncate maxW={{ base: '110px', sm: '200px' }}>
      {name}
      {isViewer && ` · ${peopleMessages.viewer}`}
    </Box>
  )
  if (who.accounts.length < 2) {
    return (
      <Flex align="center" gap="2" px="2" color="ink.2" title="Account">
        <Building2 size={16} aria-hidden />
        {label}
      </Flex>
    )
  }
  return (
    <Menu.Root positioning={{ placement: 'bottom-end' }} onSelect={({ value }) => void choose(value)}>
      <Menu.Trigger asChild>
        <Button
          variant="ghost"
          fontWeight="normal"
          px="2"
          loading={switching}
          aria-label={`Account: ${name}`}
        >
          <Building2 />
          {label}
          <ChevronDown />
        </Button>
      </Menu.Trigger>
      <Menu.Positioner>
        <Menu.Content aria-label="Account">
          <Menu.RadioItemGroup value={who.account?._id ?? ''}>
            {who.accounts.map((account) => (
              <Menu.RadioItem key={account._id} value={account._id}>
                <Box as="span" flex="1" truncate>
                  {account.name}
                </Box>
                <Box as="span" boxSize="4" color="accent">
                  {account._id === who.account?._id && <Check size={16} strokeWidth={2.5} />}
                </Box>
              </Menu.RadioItem>
            ))}
          </Menu.RadioItemGroup>
        </Menu.Content>
      </Menu.Positioner>
    </Menu.Root>
  )
}
