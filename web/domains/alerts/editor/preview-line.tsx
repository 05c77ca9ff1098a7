import { Box } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useQuery } from 'urql'
import { PREVIEW_DAYS } from '#shared/domains/alerts/kinds.ts'
import { alertScreenMessages as texts } from '#shared/domains/alerts/screen-messages.ts'
import { useDebounced, useNow } from '#web/lib/use-time.ts'
import { failText } from '#web/ui/feedback/error-text.ts'
import { formatMoment } from '#web/ui/time/moment.tsx'
import { alertPreviewQuery } from '../operations.ts'
import { conditionOf, type RuleForm } from '../rule-form.ts'

/** Time without a change after which the condition is counted, in milliseconds. */
const SETTLED_MS = 400
const SHOWN = 3
const DAY_MS = 86_400_000

/** How often the condition was true in the last days, while it is edited. */
export function PreviewLine({ form }: { form: RuleForm }) {
  const now = useNow(10_000)
  const settled = useDebounced(JSON.stringify(conditionOf(form)), SETTLED_MS)
  const variables = useMemo(() => JSON.parse(settled) as ReturnType<typeof conditionOf>, [settled])
  const [{ data, error, fetching }] = useQuery({
    query: alertPreviewQuery,
    variables,
    requestPolicy: 'network-only',
  })
  const preview = data?.alertPreview
  if (error)
    return (
      <Box role="status" color="danger" overflowWrap="anywhere">
        {failText(texts.previewFailed, error)}
      </Box>
    )
  if (!preview)
    return (
      <Box role="status" color="ink.3">
        {texts.previewing}
      </Box>
    )
  const { total, since, times } = preview
  const days = since ? Math.ceil((now - Date.parse(since)) / DAY_MS) : PREVIEW_DAYS
  const moments = byMoment(times, new Date(now)).slice(0, SHOWN)
  const rest = (total ?? 0) - moments.reduce((sum, { count }) => sum + count, 0)
  return (
    <Box role="status" opacity={fetching ? 0.55 : 1} color="ink.2">
      {`${texts.true} `}
      <Box as="strong" color="ink" fontWeight="semibold">
        {`${texts.wasTrue(total ?? 0)} ${texts.inDays(Math.min(PREVIEW_DAYS, Math.max(1, days)))}`}
      </Box>
      {moments.map(({ at, text, count, sentences }, index) => (
        <span key={at} title={sentences}>
          {index === 0 ? ': ' : ', '}
          <time dateTime={at}>{text}</time>
          {count > 1 && ` ${texts.timesInOne(count)}`}
        </span>
      ))}
      {rest > 0 && moments.length > 0 && ` ${texts.moreTimes(rest)}`}
    </Box>
  )
}

/** Times of the same minute are one, with how many they are. */
function byMoment(times: readonly { at: string | null; sentence: string }[], now: Date) {
  const moments = new Map<string, { at: string; text: string; count: number; sentences: string }>()
  for (const { at, sentence } of times) {
    if (at === null) continue
    const text = formatMoment(new Date(at), now)
    const before = moments.get(text)
    if (before)
      Object.assign(before, { count: before.count + 1, sentences: `${before.sentences}\n${sentence}` })
    else moments.set(text, { at, text, count: 1, sentences: sentence })
  }
  return [...moments.values()]
}
