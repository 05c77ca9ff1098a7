/** All limits of the gateway, in milliseconds and bytes. Tests use shorter ones. */
export interface GatewayLimits {
  /** Body of any request, checked while it streams. */
  bodyBytes: number
  /** A proxied body of up to this size is buffered and sent when it is complete; a larger one streams. */
  bufferedBytes: number
  /** Nesting depth of a JSON body. */
  jsonDepth: number
  /** Answer of the platform to one of the gateway's own calls. The proxy streams and needs no limit. */
  answerBytes: number
  /** Time for a complete request to arrive. */
  requestMs: number
  /**
   * Time until the platform's answer begins, including the wait for a free connection; below 10 s, the limit for a
   * 504.
   */
  upstreamAnswerMs: number
  /** Longest pause inside an answer of the platform. */
  upstreamStallMs: number
  /** Connections to the platform: as many for the gateway's own calls, and as many for the proxy. */
  upstreamConnections: number
  /** The same two for the queue, where workers wait for tasks for up to 20 s. */
  queueAnswerMs: number
  queueConnections: number
  /** How often an unavailable platform is probed. */
  breakerProbeMs: number
  /**
   * Consecutive calls without an answer after which the platform counts as unavailable. One refused connection is
   * enough.
   */
  breakerFailures: number
  /**
   * Share of time that the event loop is busy, 0 to 1, from which on requests are refused; and the number of running
   * platform calls below which they are accepted anyway.
   */
  busyLoop: number
  busyCalls: number
  /** How often the event loop is sampled. */
  busySampleMs: number
  /**
   * How long running requests may continue in an orderly stop. The platform needs time for its own stop after that.
   */
  closeMs: number
  /** Sign-in attempts per minute, for one e-mail and for one address. */
  signInsPerEmail: number
  signInsPerAddress: number
  /** The same for the platform's own sign-in calls under `/api`, for one address; their e-mail is not read. */
  apiSignInsPerAddress: number
  /** Set-Cookie of the session. Browsers silently drop cookies above 4,096 bytes. */
  cookieBytes: number
  /** Time for a live socket to initialise. */
  liveInitMs: number
  /** Messages, pings and pongs of one live socket per second. */
  liveMessagesPerSecond: number
  /** One message of a live socket: an operation with its variables. */
  liveMessageBytes: number
  /** Subscriptions of one live socket. */
  liveSubscriptions: number
  /** Bytes that may wait for one live socket before its frames are dropped and a resync follows. */
  liveWaitingBytes: number
  /** How long a live socket may leave them unread. */
  liveBehindMs: number
}

export const defaultLimits: GatewayLimits = {
  bodyBytes: 2 * 1024 * 1024,
  bufferedBytes: 64 * 1024,
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

/** Called whenever a limit refuses something, including two limits of the configuration. */
export type LimitHit = (limit: keyof GatewayLimits | 'MAX_SOCKETS' | 'MAX_SOCKETS_PER_USER') => void
