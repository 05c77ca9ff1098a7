import { chakra } from '@chakra-ui/react'
import { backlogMessages as texts } from '#shared/domains/backlog/messages.ts'
import { verdictColor } from '#web/ui/display/verdict.tsx'
import type { BacklogListRow } from '../sort-backlog.ts'

const WIDTH = 54
const HEIGHT = 26
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/**
 * The length of a queue in the last 30 minutes as an area with its own top value; the last value is the live one. Nothing is
 * drawn of a queue in which nothing waited.
 */
export function Trend({ row: { queued, queue } }: { row: BacklogListRow }) {
  if (!queue || queue.trend.length < 2) return null
  const values = [...queue.trend.slice(0, -1), queued]
  const most = Math.max(...values)
  if (most === 0) return <chakra.span srOnly>{texts.trendNone(values.length - 1)}</chakra.span>
  const points = trendPoints(values, most)
  const title = texts.trendOf(values.length - 1, values[0]!, most, queued)
  return (
    <chakra.span
      display="inline-flex"
      gap="1.5"
      verticalAlign="middle"
      color={verdictColor(queue.verdict.code)}
      role="img"
      aria-label={title}
      title={title}
    >
      <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} fill="none" aria-hidden>
        <path d={`M0 ${HEIGHT - 1}H${WIDTH}`} stroke="currentColor" opacity="0.25" />
        <path d={`M0 ${HEIGHT - 1}L${points}L${WIDTH} ${HEIGHT - 1}Z`} fill="currentColor" opacity="0.1" />
        <path d={`M${points}`} stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
      </svg>
      <chakra.span
        aria-hidden
        display="flex"
        flexDirection="column"
        justifyContent="space-between"
        color="ink.3"
        fontSize="11px"
        lineHeight="13px"
      >
        <span>{short.format(most).toLowerCase()}</span>
        <span>0</span>
      </chakra.span>
    </chakra.span>
  )
}

/** The points of a path over the whole width, scaled to the maximum, which is not 0. */
export function trendPoints(values: readonly number[], most: number): string {
  const step = WIDTH / (values.length - 1)
  const y = (value: number) => HEIGHT - 1 - (value / most) * (HEIGHT - 3)
  return values.map((value, index) => `${(index * step).toFixed(1)} ${y(value).toFixed(1)}`).join('L')
}
