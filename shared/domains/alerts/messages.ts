import type { AlertKind } from './kinds.ts'

const whens: Readonly<Record<AlertKind, string>> = {
  runFailed: 'a run fails',
  runRecovered: 'a run succeeds after failures',
  failureOpened: 'a failure opens',
  failureRegressed: 'a closed failure comes back',
  runLate: 'a run is late',
  queueNobody: 'nobody polls a queue',
  queueStalled: 'a queue starts none',
  queueGrowing: 'a queue grows',
  scheduleMissed: 'a schedule missed its time',
  keyExpires: 'a key expires within 14 days',
}

/** What a rule waits for, in words: `nobody polls a queue for 5 min`. A kind of a later platform is named as it is. */
export function whenText(kind: string, minutes: number | null): string {
  const when = isKnownKind(kind) ? whens[kind] : kind
  return minutes ? `${when} for ${minutes} min` : when
}

const isKnownKind = (kind: string): kind is AlertKind => Object.hasOwn(whens, kind)

/** Sentences of messages; those about items of Attention are their sentences. */
export const alertMessages = {
  runFailed: (run: string, app: string, reason: string | null) =>
    `${run} in ${app} failed${reason === null ? '' : `: ${reason}`}`,
  runRecovered: (run: string, app: string) => `${run} in ${app} succeeds again`,
  regressed: (title: string) => `${title} is back`,
  test: (rule: string) => `This is a test of the rule ${rule}`,
  /** What came since the last message about the same, and was held back. */
  more: (count: number) => (count === 0 ? '' : `and ${count} more`),
  /** A message that was given up, on Attention. */
  deliveryFails: (rule: string, to: string) => `Messages of the rule ${rule} do not reach ${to}`,
} as const

/** Texts of a mail: a line each. */
export const alertMailMessages = {
  subject: (sentence: string) => sentence,
  run: 'Run',
  group: 'Failure',
  queue: 'Queue',
  rule: (name: string) => `You get this because of the rule ${name}`,
} as const

/** Faults of a delivery, and of a request. */
export const alertFaults = {
  forbidden: 'forbidden address',
  timeout: (ms: number) => `no answer in ${ms / 1000} s`,
  redirects: 'too many redirects',
  unknownHost: 'the host name is not known',
  refused: 'the connection was refused',
  certificate: 'the certificate of the host is not valid',
  broken: 'the connection broke',
  mail: 'the mail server did not take it',
  status: (status: number) => `answered ${status}`,
  removed: 'the rule has this address no more',
  unreadable: 'its secret cannot be opened: enter it again',
  arrived: 'This message has arrived',
  tooMany: (most: number) => `An account has at most ${most} alert rules: delete one before you save another`,
  tests: 'At most 10 tests in a minute: try again later',
  otherMask: 'is a mask, but not that of the current secret: read the rule again, or leave the secret out',
  noTarget: 'the rule has no such address',
  notWebhook: 'is not a webhook of this rule',
} as const
