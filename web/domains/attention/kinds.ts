import {
  CalendarX,
  CircleAlert,
  Clock,
  CloudOff,
  GitPullRequestClosed,
  Hourglass,
  KeyRound,
  type LucideIcon,
  MailX,
  ServerOff,
  TrendingUp,
  Unplug,
  X,
} from 'lucide-react'
import { attentionKinds, type AttentionKind } from '#shared/domains/attention/kinds.ts'
import { attentionKindNames } from '#shared/domains/attention/screen-messages.ts'

/** How bad a kind is: something is down, something becomes late, or something is due. */
type Tone = 'failed' | 'retry' | 'queued'

interface KindLook {
  name: string
  icon: LucideIcon
  tone: Tone
}

const looks: Record<AttentionKind, Omit<KindLook, 'name'>> = {
  failure: { icon: X, tone: 'failed' },
  queueNobody: { icon: Unplug, tone: 'failed' },
  queueStalled: { icon: Hourglass, tone: 'failed' },
  queueService: { icon: CloudOff, tone: 'failed' },
  queueGrowing: { icon: TrendingUp, tone: 'retry' },
  runLate: { icon: Clock, tone: 'retry' },
  scheduleMissed: { icon: CalendarX, tone: 'retry' },
  keyExpires: { icon: KeyRound, tone: 'queued' },
  deliveryFails: { icon: MailX, tone: 'retry' },
  deploymentIdle: { icon: ServerOff, tone: 'queued' },
  gitRefuses: { icon: GitPullRequestClosed, tone: 'failed' },
}

const isKnown = (kind: string): kind is AttentionKind => attentionKinds.some((known) => known === kind)

/** The name and the look of a kind; one of a newer platform is shown with a general sign. */
export function lookOf(kind: string): KindLook {
  return isKnown(kind)
    ? { name: attentionKindNames[kind], ...looks[kind] }
    : { name: kind, icon: CircleAlert, tone: 'queued' }
}
