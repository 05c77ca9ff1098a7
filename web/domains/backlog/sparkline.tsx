import { chakra } from '@chakra-ui/react'
import { backlogMessages as texts } from '#shared/domains/backlog/messages.ts'

const WIDTH = 92
const HEIGHT = 22
/** Padding for the width of the line. */
const PAD = 2
const number = new Intl.NumberFormat('en')

/** SVG points of a line of up to `slots` values, right-aligned, scaled to the maximum. */
export function sparklinePoints(values: readonly number[], slots: number): string {
  const most = Math.max(1, ...values)
  const step = (WIDTH - 2 * PAD) / (slots - 1)
  const x = (index: number) => WIDTH - PAD - (values.length - 1 - index) * step
  const y = (value: number) => HEIGHT - PAD - (value / most) * (HEIGHT - 2 * PAD)
  return values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
}

/** 30 minutes and the current value. */
const SLOTS = 31

/**
 * The queue length of the last 30 minutes as a line; its accessible name has the first and the current value. Nothing is
 * drawn where nothing waited.
 */
export function Sparkline({ trend, queued }: { trend: readonly number[]; queued: number }) {
  const values = [...trend, queued].slice(-SLOTS)
  const [before = 0] = values
  if (values.every((value) => value === 0))
    return <chakra.span srOnly>{texts.trendNone(values.length - 1)}</chakra.span>
  const color = queued > before ? 'status.retry.fg' : queued < before ? 'status.ended.fg' : 'ink.3'
  return (
    <chakra.span
      display="inline-block"
      color={color}
      lineHeight="0"
      verticalAlign="middle"
      role="img"
      title={titleOf(values)}
      aria-label={titleOf(values)}
    >
      <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} fill="none">
        <path d={`M${PAD} ${HEIGHT - 0.5}H${WIDTH - PAD}`} stroke="currentColor" opacity="0.25" />
        <polyline
          points={sparklinePoints(values, SLOTS)}
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      </svg>
    </chakra.span>
  )
}

function titleOf(values: readonly number[]): string {
  const [before = 0, now = 0] = [values[0], values.at(-1)]
  const minutes = values.length - 2
  const past = minutes > 0 ? `${number.format(before)} queued ${minutes} min ago, ` : ''
  return `${past}${number.format(now)} now`
}
