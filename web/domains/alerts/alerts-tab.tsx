import { Box, Flex, Grid } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { alertScreenMessages as texts } from '#shared/domains/alerts/screen-messages.ts'
import { useNarrowerThan, WIDE, WIDE_PX } from '#web/lib/use-media.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { paths } from '#web/paths.ts'
import { useRegularReread } from '#web/realtime/use-regular-reread.ts'
import { LinkButton } from './link-button.tsx'
import { ReadTime } from '#web/ui/page/read-time.tsx'
import { formatAlerts, NEW_RULE, parseAlerts, presetOf, type AlertQuery } from './alert-params.ts'
import { Deliveries } from './deliveries.tsx'
import { RuleEditor } from './editor/rule-editor.tsx'
import { MissingRule } from './editor/missing-rule.tsx'
import { RuleList } from './list/rule-list.tsx'
import { alertRulesQuery, type Rule } from './operations.ts'
import { useScopes } from './use-scopes.ts'
import { useDeliveries } from './use-deliveries.ts'

/** The rules that send messages: their list, the editor of one beside it, and what was sent. */
export function AlertsTab() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const query = useMemo(() => parseAlerts(new URLSearchParams(search)), [search])
  const change = (next: Partial<AlertQuery>, replace = false) =>
    void navigate({ search: formatAlerts({ ...query, ...next }) }, { replace })
  const read = useLastRead(alertRulesQuery, {})
  const rules = read.data?.alertRules
  const isNew = query.rule === NEW_RULE
  // A rule that was made now is not in the list before it is read again.
  const [made, setMade] = useState<Rule | null>(null)
  const known = made ? [...(rules ?? []), made] : rules
  const open = isNew ? null : (known?.find(({ id }) => id === query.rule) ?? null)
  const deliveries = useDeliveries(query, open)
  const { readAt, failing } = useRegularReread([read, deliveries.read])
  const readAgain = () => {
    read.reread()
    deliveries.read.reread()
  }
  const scopes = useScopes()
  const isOpen = isNew || open !== null
  // Where there is no room beside each other, the editor takes the place of the list.
  const isAlone = useNarrowerThan(WIDE_PX) && isOpen
  // The list of an earlier visit may be older than the rule.
  const isMissing = query.rule !== null && !isOpen && rules !== undefined && read.readAt !== null
  const close = () => change({ rule: null, page: 1, all: false })
  return (
    <Box>
      {!isAlone && rules !== undefined && rules.length > 0 && (
        <Flex align="center" gap="3" mb="3" wrap="wrap" minH="8">
          <Summary rules={rules} />
          <ReadTime readAt={readAt} failing={failing} regular onReadAgain={readAgain} />
          <LinkButton to={`${paths.account()}${formatAlerts({ ...query, rule: NEW_RULE })}`} ms="auto">
            {texts.newRule}
          </LinkButton>
        </Flex>
      )}
      <Grid
        gap="3"
        alignItems="start"
        gridTemplateColumns="minmax(0, 1fr)"
        css={isOpen || isMissing ? { [WIDE]: { gridTemplateColumns: 'minmax(0, 1fr) 420px' } } : undefined}
      >
        <Box minW="0" display="grid" gap="3" order={1} css={{ [WIDE]: { order: 0 } }}>
          {!isAlone && (
            <RuleList
              read={read}
              rules={rules}
              open={open?.id ?? null}
              compact={isOpen}
              nameOf={scopes.nameOf}
              addressOf={(rule) => formatAlerts({ ...query, rule, page: 1, all: false })}
            />
          )}
          {rules !== undefined && (rules.length > 0 || query.state !== null) && !(isAlone && isNew) && (
            <Deliveries {...deliveries} query={query} rule={open} onChange={change} />
          )}
        </Box>
        {isOpen && (
          <RuleEditor
            // A form holds its own copy of the rule.
            key={open?.id ?? NEW_RULE}
            rule={open}
            preset={presetOf(new URLSearchParams(search))}
            scopes={scopes}
            onSaved={(saved) => {
              setMade(saved)
              change({ rule: saved.id }, true)
            }}
            onRemoved={() => {
              setMade(null)
              close()
            }}
            onClose={close}
            reread={read.reread}
          />
        )}
        {isMissing && <MissingRule onClose={close} />}
      </Grid>
    </Box>
  )
}

/** `8 rules, 1 off, 1 gave up, 1 retrying`. */
function Summary({
  rules,
}: {
  rules: readonly { enabled: boolean | null; last: { state: string } | null }[]
}) {
  const of = (state: string) => rules.filter(({ last }) => last?.state === state).length
  const off = rules.filter(({ enabled }) => !enabled).length
  const parts = [
    ['gaveUp', 'danger'],
    ['retrying', 'status.retry.fg'],
  ] as const
  return (
    <Box color="ink.2">
      {texts.summary(rules.length, off)}
      {parts.map(([state, color]) =>
        of(state) === 0 ? null : (
          <span key={state}>
            {', '}
            <Box as="span" color={color} fontWeight="medium">
              {`${of(state)} ${texts.states[state]}`}
            </Box>
          </span>
        ),
      )}
    </Box>
  )
}
