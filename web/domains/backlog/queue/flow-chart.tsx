import { Box, chakra } from '@chakra-ui/react'
import { backlogMessages as texts } from '#shared/domains/backlog/messages.ts'
import { divergenceOf, type EventFacts, type MinuteFacts } from '#shared/domains/queues/divergence.ts'
import { useElementSize } from '#web/lib/use-element-size.ts'
import { formatMoment } from '#web/ui/time/moment.tsx'
import { flowScale, timeTicks, type FlowScale } from './flow-scale.ts'

const HEIGHT = 156
/** At the right the names of the lines have a margin of their own: there they hide no line and no time. */
const space = { left: 34, right: 88, top: 20, bottom: 24 }
/** The labels of the lines are at least so far apart. */
const LABEL_GAP = 15
/** Verdicts that begin at a moment. */
const beginning = ['growing', 'nobody', 'stalled']
const clock = (at: number) => formatMoment(new Date(at), new Date(at))
const rate = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** What came into a queue and went out of it in the last 30 minutes, with the moment since which more comes than goes. */
export function FlowChart({
  minutes,
  events,
  verdict,
}: {
  minutes: readonly MinuteFacts[]
  events: readonly EventFacts[]
  verdict: string
}) {
  const [box, { width }] = useElementSize()
  const scale = flowScale(minutes, { ...space, width: Math.max(width, 200), height: HEIGHT })
  const split = beginning.includes(verdict) ? divergenceOf(minutes, events) : null
  return (
    <Box>
      <chakra.h2 fontWeight="semibold" mb="1">
        {scale?.unit === 'minute' ? texts.flowPerMinute : texts.flowPerSecond}{' '}
        <chakra.span color="ink.3" fontWeight="normal" textStyle="xs">
          {texts.trend}
        </chakra.span>
      </chakra.h2>
      <Box ref={box} height={`${HEIGHT}px`}>
        {scale ? (
          width > 0 && <Lines scale={scale} width={width} split={split} />
        ) : (
          <Box color="ink.2">{texts.noHistory}</Box>
        )}
      </Box>
    </Box>
  )
}

type Split = ReturnType<typeof divergenceOf>

const splitText = ({ at, event }: NonNullable<Split>) => `${clock(at)} ${event?.text ?? texts.outFallsBehind}`

function Lines({ scale, width, split }: { scale: FlowScale; width: number; split: Split }) {
  const { points, ticks, x, y, unit } = scale
  const last = points.at(-1)!
  const line = (key: 'in' | 'out') => points.map((point) => `${x(point.at)} ${y(point[key])}`).join('L')
  const [inText, outText] = (['in', 'out'] as const).map((key) =>
    texts.flowNow(key, rate.format(last[key]), unit),
  ) as [string, string]
  const [above, below] = labelPlaces(y(last.in), y(last.out))
  const [inY, outY] = last.in >= last.out ? [above, below] : [below, above]
  const label = [inText, outText, split && splitText(split)].filter(Boolean).join('; ')
  return (
    <chakra.svg
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-label={label}
      fontSize="12px"
      fill="none"
      css={{ fontVariantNumeric: 'tabular-nums', '& text': { fill: 'ink.2' } }}
    >
      {ticks.map((tick) => (
        <chakra.g key={tick} color="line">
          <path d={`M${space.left} ${y(tick)}H${width - space.right}`} stroke="currentColor" />
          <text x={space.left - 8} y={y(tick) + 4} textAnchor="end">
            {tick.toLocaleString('en')}
          </text>
        </chakra.g>
      ))}
      {timeTicks(points).map((at) => (
        <text
          key={at}
          x={x(at)}
          y={HEIGHT - 6}
          textAnchor={at === last.at ? 'end' : x(at) < space.left + 20 ? 'start' : 'middle'}
        >
          {clock(at)}
        </text>
      ))}
      <chakra.path d={gapPath(scale)} color="danger.soft" fill="currentColor" />
      <chakra.path d={`M${line('in')}`} color="ink" stroke="currentColor" strokeWidth="1.75" />
      <chakra.path
        d={`M${line('out')}`}
        color="status.completed.fg"
        stroke="currentColor"
        strokeWidth="1.75"
      />
      <chakra.text x={width - space.right + 6} y={inY} css={inLabel}>
        {inText}
      </chakra.text>
      <chakra.text x={width - space.right + 6} y={outY} css={outLabel}>
        {outText}
      </chakra.text>
      {split && <SplitMark split={split} x={x(split.at)} width={width} />}
    </chakra.svg>
  )
}

const halo = { fontWeight: 'semibold', paintOrder: 'stroke', stroke: '{colors.hover}', strokeWidth: '4px' }
const inLabel = { '&&': { ...halo, fill: 'ink' } }
const outLabel = { '&&': { ...halo, fill: 'status.completed.fg' } }
const splitLabel = { '&&': { fill: 'ink' } }

/** The base lines of two names beside the ends of their lines: apart from each other, and above the times. */
export function labelPlaces(one: number, other: number): [above: number, below: number] {
  const middle = (one + other) / 2
  const apart = Math.max(Math.abs(one - other), LABEL_GAP)
  const below = Math.min(middle + apart / 2 + 4, HEIGHT - space.bottom)
  return [Math.max(11, Math.min(middle - apart / 2 + 4, below - LABEL_GAP)), below]
}

/** The moment since which more comes than goes; the name of its event stands above the lines. */
function SplitMark({ split, x, width }: { split: NonNullable<Split>; x: number; width: number }) {
  const isRight = x > width / 2
  return (
    <chakra.g color="ink.2">
      <path
        d={`M${x} ${space.top - 4}V${HEIGHT - space.bottom}`}
        stroke="currentColor"
        strokeDasharray="3 3"
        strokeWidth="1.25"
      />
      <chakra.text x={x} y={11} textAnchor={isRight ? 'end' : 'start'} css={splitLabel}>
        {splitText(split)}
      </chakra.text>
    </chakra.g>
  )
}

/** The areas in which more comes than goes. */
function gapPath({ points, x, y }: FlowScale): string {
  return points
    .slice(1)
    .flatMap((point, index) => {
      const before = points[index]!
      if (point.in <= point.out && before.in <= before.out) return []
      const high = ({ in: came, out }: typeof point) => Math.max(came, out)
      return [
        `M${x(before.at)} ${y(high(before))}L${x(point.at)} ${y(high(point))}L${x(point.at)} ${y(point.out)}L${x(before.at)} ${y(before.out)}Z`,
      ]
    })
    .join('')
}
