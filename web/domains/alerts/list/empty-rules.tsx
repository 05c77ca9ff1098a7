import { Flex } from '@chakra-ui/react'
import { Bell } from 'lucide-react'
import { whenText } from '#shared/domains/alerts/messages.ts'
import { alertScreenMessages as texts } from '#shared/domains/alerts/screen-messages.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'
import { newRuleQuery } from '../alert-params.ts'
import { LinkButton } from '../link-button.tsx'

/** The rules that most accounts begin with. */
const first = [
  { kind: 'failureOpened', minutes: null },
  { kind: 'queueNobody', minutes: 5 },
  { kind: 'runLate', minutes: null },
] as const

/** In the place of the rules of an account that has none. */
export function EmptyRules() {
  return (
    <EmptyState
      icon={<Bell size={20} />}
      title={texts.empty}
      description={texts.emptyText}
      action={
        <Flex direction="column" gap="2" align="center">
          {first.map(({ kind, minutes }) => (
            <LinkButton key={kind} to={paths.alerts(newRuleQuery({ kind, minutes }))}>
              {`${texts.when} ${whenText(kind, minutes)}`}
            </LinkButton>
          ))}
          <LinkButton variant="solid" to={paths.alerts(newRuleQuery({}))}>
            {texts.newRule}
          </LinkButton>
        </Flex>
      }
    />
  )
}
