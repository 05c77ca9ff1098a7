import { z } from 'zod'
import {
  atLeastOne,
  duration,
  durationUnits,
  flag,
  httpUrl,
  keyList,
  proxyList,
  traceUrl,
  wholeNumber,
} from './forms.ts'

/** Settings of the gateway alone. */
export const gatewaySettings = {
  HOST: z.string().default('0.0.0.0').meta({ description: 'address of the public listener' }),
  TRUST_PROXY: proxyList.optional().meta({
    description:
      'which proxies in front are trusted about client addresses: a number of hops, or addresses and networks, comma separated',
    unset: 'none',
  }),
  SESSION_KEY: keyList.optional().meta({
    description: '32-byte keys in hex that seal the cookie, comma separated: the first seals, all open',
    unset: 'generated in embedded mode, else required',
  }),
  SESSION_KEY_FILE: z
    .string()
    .optional()
    .meta({ description: 'a file with the same; `SESSION_KEY` has precedence', unset: '' }),
  SESSION_MAX_AGE: duration.default(durationUnits.h * 12).meta({ description: 'longest life of a session' }),
  SESSION_IDLE: duration
    .default(durationUnits.m * 60)
    .meta({ description: 'its longest time without activity; an open live socket is activity' }),
  PLATFORM_URL: httpUrl.optional().meta({
    description: 'base of a platform of your own: calls go to `$PLATFORM_URL/api/...`',
    unset: 'the embedded platform',
  }),
  CONNECT_URL: httpUrl
    .optional()
    .meta({ description: 'base of the connect service: settings and invitations', unset: '`$PLATFORM_URL`' }),
  QUEUE_PROXY: flag.optional().meta({
    description: 'whether workers reach the queues of the platform under `/queue` of this gateway',
    unset: 'only with the embedded platform',
  }),
  DEPLOYABLE_WORKERS: z.string().optional().meta({
    description: 'names of the workers that cluster screens offer, comma separated; `*` for all',
    unset: 'embedded: `*`; else `dummy,meta data,pdfrenderer,webcam`',
  }),
  SSO_AUTHORIZE_URL: httpUrl.optional().meta({
    description: 'start address of single sign-on',
    unset: 'with `OIDC_ISSUER` the embedded platform; else the form for e-mail and password',
  }),
  SSO_LOGOUT_URL: httpUrl
    .optional()
    .meta({ description: 'redirect of the sign-out for users of single sign-on', unset: '' }),
  SSO_VENDOR: z.string().default('SSO').meta({ description: 'its name on the button' }),
  SSO_REQUIRE_STATE: flag
    .default(false)
    .meta({ description: 'refuses temporary tokens that return without the `state` of the request' }),
  STAGE: z
    .enum(['production', 'staging'])
    .default('production')
    .meta({ description: '`staging` gives the account name that browsers remember a suffix' }),
  TRACE_URL_TEMPLATE: traceUrl.optional().meta({
    description:
      'address of a trace where people look at traces, with `{traceId}`: `https://tempo.example.com/trace/{traceId}`',
    unset: 'no links to traces',
  }),
  MAX_SOCKETS: atLeastOne.default(20_000).meta({ description: 'live sockets of one gateway' }),
  MAX_SOCKETS_PER_USER: atLeastOne.default(20).meta({ description: 'live sockets of one user' }),
  PLATFORM_CONNECTIONS: wholeNumber(8, 4_096).default(128).meta({
    description:
      "connections to the platform: as many for `/api`, and as many for the console's own calls. Each kind of request gets a part of them",
  }),
  CALLS_PER_CALLER: atLeastOne.default(64).meta({
    description:
      'of these for one user, token of an app or key of a worker; more calls wait, at most three quarters of all run',
  }),
  CALLS_PER_ADDRESS: atLeastOne.default(96).meta({
    description: 'of these for one client address, at most seven eighths',
  }),
  BODY_MEMORY_MB: wholeNumber(8).default(32).meta({
    description:
      'megabytes for the bodies of requests of authenticated callers; one caller gets a quarter, one address a half',
  }),
  UNKNOWN_BODY_MEMORY_MB: wholeNumber(8).default(16).meta({
    description: 'the same for all other callers; one address gets a quarter',
  }),
  WAITING_CONNECTIONS: wholeNumber(16).default(4_096).meta({
    description:
      'connections that have not sent a request yet; one address gets a quarter, beyond that the oldest is closed',
  }),
  SIGN_INS_PER_USER: atLeastOne.default(10).meta({
    description:
      'attempts per minute to sign in as one user or to reset the password, over all ways; a browser from which the user has signed in before counts for itself',
  }),
  SIGN_INS_PER_ADDRESS: atLeastOne.default(600).meta({
    description: 'the same of one client address, for all users together',
  }),
  GRAPHQL_OPERATIONS: z
    .enum(['persisted', 'any'])
    .default('persisted')
    .meta({ description: '`any` accepts operations that the client does not have, for development' }),
}
