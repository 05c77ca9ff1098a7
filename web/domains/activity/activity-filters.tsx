import { Box, Button, Flex } from '@chakra-ui/react'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { activityActs } from '#shared/domains/activity/acts.ts'
import { activityKinds, activityMessages as texts, activitySpans } from '#shared/domains/activity/messages.ts'
import { memberChoicesQuery } from '#web/lib/account/account-operations.ts'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { ChoiceMenu } from '#web/ui/form/choice-menu.tsx'
import { useFeature } from '#web/lib/features.ts'
import { FilterSelect } from '#web/ui/form/filter-select.tsx'
import { Segments } from '#web/ui/form/segments.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { DateIntervalPicker } from '#web/ui/time/date-interval-picker.tsx'
import { anyActivity, isActivityFiltered, type ActivityParams } from './activity-params.ts'

const kinds = activityKinds.map(([value, label]) => ({ value, label }))
const acts = activityActs.map(([value, label]) => ({ value, label }))
const EVER = 'ever'
const DATES = 'dates'
const spans = [
  { value: EVER, label: texts.anyTime },
  ...activitySpans.map(([value, label]) => ({ value, label })),
  { value: DATES, label: texts.dates },
]

/** The filters of Activity: who, what, to which kinds, and when. */
export function ActivityFilters({
  query,
  change,
  of,
}: {
  query: ActivityParams
  change(next: Partial<ActivityParams>): void
  /** The name of the entity that is filtered by, where it is known. */
  of: string | null
}) {
  const { actor, action, done, entity, within, part, refused, starts, last, from, to } = query
  const set = (next: Partial<ActivityParams>) => change({ page: 1, ...next })
  const [picks, setPicks] = useState(false)
  const hasDates = from !== null || to !== null
  const lately = (next: string) => {
    setPicks(next === DATES)
    if (next !== DATES) set({ last: next === EVER ? null : next, from: null, to: null })
  }
  const clear = () => {
    setPicks(false)
    set(anyActivity)
  }
  // One of the views is what was refused.
  const hasViews = useFeature('views')
  const mayHideStarts = useFeature('auditExcludes')
  const isOfEntity = entity.length > 0 || within !== null || part !== null
  return (
    <Flex gap="2" mb="3.5" wrap="wrap" align="center">
      <ChoiceMenu
        label={texts.who}
        choices={usePeople(actor)}
        value={actor}
        none={texts.anyone}
        onChange={(next) => set({ actor: next })}
      />
      <FilterSelect label={texts.done} options={acts} value={done} onChange={(next) => set({ done: next })} />
      <FilterSelect
        label={texts.kind}
        options={kinds}
        value={action}
        onChange={(next) => set({ action: next })}
      />
      <Box maxW="full" css={{ '& button': { px: { base: '1.5', sm: '2.5' } } }}>
        <Segments
          label={texts.lately}
          options={spans}
          value={hasDates || picks ? DATES : (last ?? EVER)}
          onChange={lately}
        />
      </Box>
      {(hasDates || picks) && (
        <DateIntervalPicker
          label={texts.time}
          value={{ from, to }}
          onChange={(next) => set({ ...next, last: null })}
          startsOpen={picks}
        />
      )}
      {mayHideStarts && (
        <Switch label={texts.hideStarts} checked={!starts} onChange={(next) => set({ starts: !next })} />
      )}
      {!hasViews && (
        <Switch label={texts.refusedOnly} checked={refused} onChange={(next) => set({ refused: next })} />
      )}
      {isOfEntity && (
        <Button
          aria-label={texts.notOf(entityText(of, part))}
          onClick={() => set({ entity: [], within: null, part: null })}
          minH={{ base: '10', sm: '8' }}
          maxW="full"
        >
          {texts.of(entityText(of, part))} <X />
        </Button>
      )}
      {isActivityFiltered(query) && (
        <Button variant="ghost" onClick={clear} minH={{ base: '10', sm: '8' }}>
          {texts.clear}
        </Button>
      )}
    </Flex>
  )
}

const entityText = (of: string | null, part: string | null) =>
  [of ?? texts.oneEntity, part].filter(Boolean).join(', ')

/** The people of the account, and the actor of the address, who may be a program or have left. */
function usePeople(actor: string | null) {
  const [{ data, error }] = useQuery({ query: memberChoicesQuery })
  useFailToast(texts.loadMembersFailed, error)
  const emails = new Set((data?.memberships.rows ?? []).map(({ email }) => email))
  if (actor !== null) emails.add(actor)
  return [...emails].toSorted().map((value) => ({ value, label: value }))
}
