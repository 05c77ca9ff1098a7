/** Bounds of the gateway, in one place; milliseconds and bytes. Tests inject shorter ones. */
export interface GatewayLimits {
  /** Body of any request, enforced while it streams. */
  bodyBytes: number
  /** A passed body of up to this size is sent on when it is whole; a larger one streams. */
  heldBytes: number
  /** How deep the JSON of a body may nest. */
  jsonDepth: number
  /** Answer of the platform to a call of ours; the proxy streams and needs no bound. */
  answerBytes: number
  /** Time for a whole request to arrive. */
  requestMs: number
  /** Time until the platform's answer begins, waiting for a free connection included; a 504 is told within 10 s. */
  upstreamAnswerMs: number
  /** Longest silence inside a platform answer. */
  upstreamStallMs: number
  /** Connections to the platform, each for our calls and for the proxy. */
  upstreamConnections: number
  /** The same two for workers that wait for tasks, for 20 s at most. */
  queueAnswerMs: number
  queueConnections: number
  /** How often a platform that is away is asked whether it is back. */
  breakerProbeMs: number
  /** Calls in a row without any answer after which it counts as away; one that takes no connection does at once. */
  breakerFailures: number
  /**
   * Share of the time that the event loop is busy, 0 to 1, from which on calls are turned away, and how many of them
   * may be at the platform all the same.
   */
  busyLoop: number
  busyCalls: number
  /** How often the loop is looked at. */
  busySampleMs: number
  /** How long running requests may go on in an orderly stop, which must leave the platform time for its own. */
  closeMs: number
  /** Sign-in attempts per minute for one e-mail and for one address. */
  signInsPerEmail: number
  signInsPerAddress: number
  /** The same by the platform's own calls under `/api`, where the e-mail is not read, for one address. */
  apiSignInsPerAddress: number
  /** Set-Cookie of the session; browsers drop cookies above 4,096 bytes without a word. */
  cookieBytes: number
  /** How long a live socket may take to initialise. */
  liveInitMs: number
  /** Messages, pings and pongs of one live socket in a second. */
  liveMessagesPerSecond: number
  /** One message of a live socket: an operation with its variables. */
  liveMessageBytes: number
  /** Subscriptions of one live socket. */
  liveSubscriptions: number
  /** Bytes that may wait for one live socket before its frames are dropped in favour of a resync. */
  liveWaitingBytes: number
  /** How long a live socket may leave them undrained. */
  liveBehindMs: number
}

export const defaultLimits: GatewayLimits = {
  bodyBytes: 2 * 1024 * 1024,
  heldBytes: 64 * 1024,
  jsonDepth: 64,
  answerBytes: 64 * 1024 * 1024,
  requestMs: 30_000,
  upstreamAnswerMs: 9_500,
  upstreamStallMs: 30_000,
  upstreamConnections: 128,
  queueAnswerMs: 30_000,
  queueConnections: 2_048,
  breakerProbeMs: 1_000,
  breakerFailures: 5,
  busyLoop: 0.8,
  busyCalls: 64,
  busySampleMs: 500,
  closeMs: 5_000,
  signInsPerEmail: 10,
  signInsPerAddress: 600,
  apiSignInsPerAddress: 30,
  cookieBytes: 3_800,
  liveInitMs: 4_000,
  liveMessagesPerSecond: 200,
  liveMessageBytes: 64 * 1024,
  liveSubscriptions: 100,
  liveWaitingBytes: 1024 * 1024,
  liveBehindMs: 10_000,
}

/** Told whenever a bound turns something away, one of the configuration's among them. */
export type LimitHit = (limit: keyof GatewayLimits | 'MAX_SOCKETS' | 'MAX_SOCKETS_PER_USER') => void
