import {
  Boxes,
  CalendarClock,
  Container,
  Cpu,
  FileCode,
  Gauge,
  LayoutGrid,
  type LucideIcon,
  PanelsTopLeft,
  Siren,
  Split,
  Users,
  Waypoints,
  Workflow,
  Zap,
} from 'lucide-react'
import { type PaletteKind, paletteMessages as texts } from '#shared/lib/palette-messages.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { KeyCap } from '#web/ui/display/key-cap.tsx'
import { StatusIcon } from '#web/ui/display/status.tsx'
import { formatMoment } from '#web/ui/time/moment.tsx'
import type { PaletteEntry } from './entry.ts'
import { markedParts } from './match.ts'

const icons: Record<PaletteKind, LucideIcon> = {
  runs: Workflow,
  plans: Waypoints,
  workers: Cpu,
  aliases: Split,
  apps: LayoutGrid,
  teams: Users,
  clusters: Boxes,
  deployments: Container,
  scripts: FileCode,
  failures: Siren,
  queues: Gauge,
  schedules: CalendarClock,
  screens: PanelsTopLeft,
  actions: Zap,
}

interface PaletteHitProps {
  entry: PaletteEntry
  id: string
  words: readonly string[]
  isSelected: boolean
  onSelect(): void
  onOpen(inNewTab: boolean): void
}

/** A hit as an option of the list: its name first, then what it is and why it may matter. */
export function PaletteHit({ entry, id, words, isSelected, onSelect, onOpen }: PaletteHitProps) {
  const { name, mark, sentence, kind, status, since, keys } = entry
  const Icon = icons[kind]
  const kindName = texts.kinds[kind]
  const time = useOfNow(10_000, (now) => (since ? formatMoment(new Date(since), new Date(now)) : ''))
  const state = status && [status, time].filter(Boolean).join(' ')
  return (
    <div
      role="option"
      id={id}
      tabIndex={-1}
      data-palette-hit
      aria-selected={isSelected}
      aria-label={[name, mark, kindName, state, sentence].filter(Boolean).join(', ')}
      onMouseMove={isSelected ? undefined : onSelect}
      onClick={(event) => onOpen(event.ctrlKey || event.metaKey)}
    >
      <span data-hit-icon>{status ? <StatusIcon status={status} /> : <Icon size={15} aria-hidden />}</span>
      <span data-hit-text>
        <span data-hit-name>
          <span title={name}>
            <Marked text={name} words={words} />
          </span>
          {mark && <code>{mark}</code>}
        </span>
        {sentence && (
          <span data-hit-sentence>
            <Marked text={sentence} words={words} />
          </span>
        )}
      </span>
      <span data-hit-kind>
        {keys && (
          <span data-hit-keys>
            {keys.map((key) => (
              <KeyCap key={key} name={key.toUpperCase()} />
            ))}
          </span>
        )}
        <span data-beside-keys={keys && true}>{state ?? kindName}</span>
      </span>
    </div>
  )
}

function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return markedParts(text, words).map((part, place) =>
    part.marked ? <b key={place}>{part.text}</b> : <span key={place}>{part.text}</span>,
  )
}
