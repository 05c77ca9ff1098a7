import { chakra } from '@chakra-ui/react'
import { failureMessages as texts } from '#shared/domains/failures/messages.ts'

const BAR = 3
const GAP = 1
const HEIGHT = 22
/** An hour with one failure beside one with thousands is still seen. */
const LEAST = 3

/** Failed attempts of the last 24 hours, a bar an hour, the current one last. Empty on a platform that does not count them. */
export function HourTrend({ trend }: { trend: readonly number[] }) {
  if (trend.length === 0) return null
  const most = Math.max(...trend)
  const title = texts.trend(
    trend.reduce((sum, attempts) => sum + attempts, 0),
    trend.at(-1)!,
    most,
  )
  const width = trend.length * (BAR + GAP) - GAP
  return (
    <chakra.span
      display="inline-block"
      lineHeight="0"
      verticalAlign="middle"
      color="ink.3"
      role="img"
      aria-label={title}
      title={title}
    >
      <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden>
        <path d={`M0 ${HEIGHT - 0.5}H${width}`} stroke="currentColor" opacity="0.4" />
        <chakra.path d={barsOf(trend, most)} fill="status.failed.fg" />
      </svg>
    </chakra.span>
  )
}

/** The bars as one path, scaled to the highest. */
function barsOf(trend: readonly number[], most: number): string {
  return trend
    .map((attempts, hour) => {
      if (attempts === 0) return ''
      const height = Math.max(LEAST, Math.round((attempts / most) * HEIGHT))
      return `M${hour * (BAR + GAP)} ${HEIGHT}v${-height}h${BAR}v${height}z`
    })
    .join('')
}
