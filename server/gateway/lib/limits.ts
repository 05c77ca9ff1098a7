import type { GatewayConfig } from '#server/config.ts'

/** All limits of the gateway, in milliseconds and bytes. Tests use shorter ones. */
export interface GatewayLimits {
  /** Body of any request, checked while it streams. */
  bodyBytes: number
  /** Body of a sign-in, and of a worker's call with an access key that the platform has not accepted yet. */
  unknownBodyBytes: number
  /** Bodies that are held at the same time, of callers that are authenticated and of all others. */
  heldBytes: number
  unknownHeldBytes: number
  /** Least pace of a caller that sends a body or reads an answer, measured over this time. */
  slowMs: number
  slowBytesPerSecond: number
  /** How long a request may wait for its own caller before others may take its place. */
  graceMs: number
  /** Nesting depth of a JSON body. */
  jsonDepth: number
  /** Answer of the platform to one of the gateway's own calls. The proxy streams and needs no limit. */
  answerBytes: number
  /** Time for a complete request to arrive, and for its headers. */
  requestMs: number
  headersMs: number
  /** A connection without any traffic is closed; longer than any wait for the platform. */
  silentMs: number
  /** Connections that have not sent a request yet, and all except live sockets. */
  socketsWaiting: number
  sockets: number
  /**
   * Time until the platform's answer begins, including the wait for a free connection; below 10 s, the limit for a
   * 504.
   */
  upstreamAnswerMs: number
  /** Longest pause inside an answer of the platform. */
  upstreamStallMs: number
  /** Connections to the platform: as many for the gateway's own calls, and as many for the proxy. */
  upstreamConnections: number
  /** Parts of them for one caller and for one address; see `shares.ts`. */
  connectionsPerCaller: number
  connectionsPerAddress: number
  /** Requests that wait for a connection, of one caller and of one kind of request. */
  waitingPerCaller: number
  waitingCalls: number
  /** Time and connections of the queue, where workers wait for tasks for up to 20 s. */
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
  unknownBodyBytes: 64 * 1024,
  heldBytes: 32 * 1024 * 1024,
  unknownHeldBytes: 16 * 1024 * 1024,
  slowMs: 5_000,
  slowBytesPerSecond: 1024,
  graceMs: 1_000,
  jsonDepth: 64,
  answerBytes: 64 * 1024 * 1024,
  requestMs: 30_000,
  headersMs: 10_000,
  silentMs: 120_000,
  socketsWaiting: 4_096,
  sockets: 16_384,
  upstreamAnswerMs: 9_500,
  upstreamStallMs: 30_000,
  upstreamConnections: 128,
  connectionsPerCaller: 64,
  connectionsPerAddress: 96,
  waitingPerCaller: 1_024,
  waitingCalls: 16_384,
  queueAnswerMs: 30_000,
  queueConnections: 2_048,
  breakerProbeMs: 1_000,
  breakerFailures: 5,
  busyLoop: 0.8,
  busyCalls: 64,
  busySampleMs: 500,
  closeMs: 5_000,
  cookieBytes: 3_800,
  liveInitMs: 4_000,
  liveMessagesPerSecond: 200,
  liveMessageBytes: 64 * 1024,
  liveSubscriptions: 100,
  liveWaitingBytes: 1024 * 1024,
  liveBehindMs: 10_000,
}

const mebibyte = 1024 * 1024

/** The limits that operators may change. */
export function limitsOf(config: GatewayConfig): GatewayLimits {
  return {
    ...defaultLimits,
    upstreamConnections: config.PLATFORM_CONNECTIONS,
    connectionsPerCaller: config.CALLS_PER_CALLER,
    connectionsPerAddress: config.CALLS_PER_ADDRESS,
    heldBytes: config.BODY_MEMORY_MB * mebibyte,
    unknownHeldBytes: config.UNKNOWN_BODY_MEMORY_MB * mebibyte,
    socketsWaiting: config.WAITING_CONNECTIONS,
  }
}

/** Whose share of a resource is used up. */
export type ShareScope = 'caller' | 'address' | 'kind' | 'total'

export type SharedResource = 'connections' | 'bodies' | 'unknownBodies' | 'sockets'

/** The name of a share in metrics: `connections.caller`. */
export type ShareLimit = `${SharedResource}.${ShareScope}`

/** Limits of the configuration. */
export type ConfiguredLimit =
  | 'MAX_SOCKETS'
  | 'MAX_SOCKETS_PER_USER'
  | 'SIGN_INS_PER_USER'
  | 'SIGN_INS_PER_ADDRESS'

/** Called whenever a limit refuses something. */
export type LimitHit = (limit: keyof GatewayLimits | ShareLimit | ConfiguredLimit) => void
