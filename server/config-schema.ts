import { isIP } from 'node:net'
import { z } from 'zod'
import { databaseAddressFault } from './lib/database-address.ts'

/**
 * The environment of each process: form, default and meaning of each name. `unset` describes the behaviour of a name
 * without a default. `docs/configuration.md` is printed from it.
 */

const port = z.coerce.number().int().min(0).max(65535)
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((value) => value.replace(/\/+$/, ''))
const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((value) => value === 'true')
const duration = z
  .string()
  .regex(/^\d+(ms|s|m|h|d)$/, 'must be a number with a unit, like 60m or 12h')
  .transform((value) => Number.parseInt(value, 10) * units[value.replace(/\d+/, '') as keyof typeof units])
const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const key = /^[0-9a-f]{64}$/i
const notRandom = 'must be random, not a sample: make one by `openssl rand -hex 32`'
const keyList = z
  .string()
  .transform((value) => value.split(',').map((key) => key.trim()))
  .refine((keys) => keys.every((one) => key.test(one)), {
    error: 'must be 32-byte keys in hex, comma separated',
    abort: true,
  })
  .refine((keys) => keys.every(isRandom), notRandom)

/** 32 random bytes have about 30 different values. A key with 11 or fewer is a pattern, not random. */
function isRandom(hex: string): boolean {
  return new Set(hex.toLowerCase().match(/../g)).size > 11
}

const trustedProxies = z
  .string()
  .trim()
  .refine(
    (value) => /^(false|\d{1,3})$/.test(value) || value.split(',').every((part) => isProxy(part.trim())),
    'must be a number of hops, or addresses, comma separated; true would believe anybody',
  )

/** An address that git can push to without a question; a path with `file` is one of this machine. */
function isGitUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, pathname, username, password } = new URL(text)
  const isWhole = pathname.length > 1 && /^(?:[^%]|%[0-9a-f]{2})*$/i.test(username + password)
  if (protocol === 'file:') return isWhole && hostname === ''
  return (protocol === 'https:' || protocol === 'ssh:') && isWhole && /^[a-z0-9[]/i.test(hostname)
}

/** An address, a network, or a name that the proxy rules know. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const width = { 4: 32, 6: 128 }[isIP(address)]
  if (width === undefined || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= width)
}

const hostList = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .refine(
    (parts) =>
      parts.every(
        (part) => URL.canParse(`http://${isIP(part) === 6 ? `[${part}]` : part}`) && !/[/@?#*\s]/.test(part),
      ),
    'must be addresses or host:port, comma separated',
  )

/** `name=value,name=value`, values percent-encoded, as OpenTelemetry writes lists. */
const nameList = z.string().transform((value, context) => {
  const pairs = value.split(',').map((part) => /^\s*([^\s=]+)\s*=\s*([^,]*?)\s*$/.exec(part))
  const found: Record<string, string> = {}
  for (const pair of pairs) {
    const text = pair && decoded(pair[2] ?? '')
    if (text == null) {
      context.addIssue({
        code: 'custom',
        message: 'must be name=value, comma separated, values percent-encoded',
      })
      return z.NEVER
    }
    found[pair![1]!] = text
  }
  return found
})

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    // The caller names the variable.
    return null
  }
}

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/** An http or https address that contains `{traceId}`. */
const traceUrl = z
  .string()
  .trim()
  .refine(
    (value) => value.includes('{traceId}') && isWebAddress(value.replaceAll('{traceId}', '0'.repeat(32))),
    'must be an http or https address with {traceId}',
  )

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

const mebibytes = z.coerce.number({ error: 'must be a number of MiB' }).min(0.001).max(1024)
const atLeastOne = z.coerce.number().int().min(1)

const common = {
  PORT: port.default(8080).meta({ description: 'port of the public listener' }),
  PUBLIC_URL: httpUrl.optional().meta({
    description: 'the origin that browsers use: decides cookie flags, allowed origins and links in mails',
    unset: '`http://localhost:$PORT` in mails and queue addresses',
  }),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .meta({ description: 'the lowest level that is logged' }),
  DATA_DIR: z
    .string()
    .default('./data')
    .meta({ description: "the embedded platform's folder: keys and database" }),
  HANG_LIMIT: duration
    .refine((ms) => ms >= 1000, 'must be at least 1s')
    .default(units.s * 10)
    .meta({
      description:
        'a platform process or an embedded PostgreSQL without a sign of life for so long is replaced',
    }),
  PUSHER_KEY: z.string().optional().meta({
    description: 'public key of the realtime service',
    unset: 'required with `PLATFORM_URL` or `PUSHER_APP_ID`',
  }),
  PUSHER_CLUSTER: z.string().default('eu').meta({ description: 'cluster of a hosted realtime service' }),
  PUSHER_HOST: z.string().optional().meta({
    description: 'host of a service of your own that speaks the Pusher protocol',
    unset: "the cluster's",
  }),
  PUSHER_PORT: port.optional().meta({ description: 'its port', unset: "the scheme's" }),
  PUSHER_TLS: flag.default(true).meta({ description: 'whether it is reached by TLS' }),
  METRICS_PORT: port.optional().meta({
    description:
      'port of `/metrics` for Prometheus, on a separate listener; with those of the embedded platform. A platform that runs alone serves its own',
    unset: 'no metrics',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional().meta({
    description: 'where traces are sent by OTLP over HTTP, as JSON: `$OTEL_EXPORTER_OTLP_ENDPOINT/v1/traces`',
    unset: 'no traces, and nothing of OpenTelemetry is loaded',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: nameList.optional().meta({
    description: 'headers of that, such as `authorization=Bearer%20...`, comma separated',
    unset: 'none',
  }),
  OTEL_SERVICE_NAME: z.string().trim().max(200).optional().meta({
    description: '`service.name` of the spans of all processes',
    unset: '`workforce-console-gateway` and `workforce-console-platform`',
  }),
  OTEL_RESOURCE_ATTRIBUTES: nameList.optional().meta({
    description: 'further attributes of the processes: `deployment.environment.name=production,...`',
    unset: 'none',
  }),
  OTEL_TRACES_SAMPLER: z.enum(samplers).default('parentbased_always_on').meta({
    description:
      'which traces are recorded: `always_on`, `always_off`, `traceidratio`, or one of these after `parentbased_`, which keeps to what the caller has decided',
  }),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .meta({ description: 'the part of the traces that `traceidratio` records' }),
}

export const gatewaySchema = z.object({
  ...common,
  HOST: z.string().default('0.0.0.0').meta({ description: 'address of the public listener' }),
  TRUST_PROXY: trustedProxies.optional().meta({
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
  SESSION_MAX_AGE: duration.default(units.h * 12).meta({ description: 'longest life of a session' }),
  SESSION_IDLE: duration
    .default(units.m * 60)
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
  MAX_SOCKETS: z.coerce
    .number()
    .int()
    .min(1)
    .default(20_000)
    .meta({ description: 'live sockets of one gateway' }),
  MAX_SOCKETS_PER_USER: z.coerce
    .number()
    .int()
    .min(1)
    .default(20)
    .meta({ description: 'live sockets of one user' }),
  PLATFORM_CONNECTIONS: z.coerce.number().int().min(8).max(4_096).default(128).meta({
    description:
      "connections to the platform: as many for `/api`, and as many for the console's own calls. Each kind of request gets a part of them",
  }),
  CALLS_PER_CALLER: z.coerce.number().int().min(1).default(64).meta({
    description:
      'of these for one user, token of an app or key of a worker; more calls wait, at most three quarters of all run',
  }),
  CALLS_PER_ADDRESS: z.coerce.number().int().min(1).default(96).meta({
    description: 'of these for one client address, at most seven eighths',
  }),
  BODY_MEMORY_MB: z.coerce.number().int().min(8).default(32).meta({
    description:
      'megabytes for the bodies of requests of authenticated callers; one caller gets a quarter, one address a half',
  }),
  UNKNOWN_BODY_MEMORY_MB: z.coerce.number().int().min(8).default(16).meta({
    description: 'the same for all other callers; one address gets a quarter',
  }),
  WAITING_CONNECTIONS: z.coerce.number().int().min(16).default(4_096).meta({
    description:
      'connections that have not sent a request yet; one address gets a quarter, beyond that the oldest is closed',
  }),
  SIGN_INS_PER_USER: z.coerce.number().int().min(1).default(10).meta({
    description:
      'attempts per minute to sign in as one user or to reset the password, over all ways; a browser from which the user has signed in before counts for itself',
  }),
  SIGN_INS_PER_ADDRESS: z.coerce.number().int().min(1).default(600).meta({
    description: 'the same of one client address, for all users together',
  }),
  GRAPHQL_OPERATIONS: z
    .enum(['persisted', 'any'])
    .default('persisted')
    .meta({ description: '`any` accepts operations that the client does not have, for development' }),
})

export const platformSchema = z.object({
  ...common,
  DATABASE_URL: z
    .string()
    .superRefine((address, context) => {
      const fault = databaseAddressFault(address)
      if (fault !== null) context.addIssue({ code: 'custom', message: fault })
    })
    .optional()
    .meta({
      description:
        'an existing PostgreSQL, 15 or newer; several servers as `one:5432,two:5432`; `password_file=` names a file with the password',
      unset: 'the embedded one, whose package is marked beta',
    }),
  PLATFORM_HOST: z
    .string()
    .default('127.0.0.1')
    .meta({ description: "address of the platform's own listener" }),
  TRUST_GATEWAYS: trustedProxies.optional().meta({
    description:
      'which gateways on other machines are trusted about the addresses of callers, in the form of `TRUST_PROXY`',
    unset: 'those on this machine',
  }),
  PLATFORM_PORT: port.default(0).meta({ description: 'its port; 0 for any that is free' }),
  ADMIN_EMAIL: z
    .string()
    .trim()
    .toLowerCase()
    .default('admin@localhost')
    .meta({ description: 'the first user of an empty database' }),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .optional()
    .meta({ description: "the first user's password", unset: 'generated, shown once at the first start' }),
  SECRETS_KEY: keyList
    .transform((keys) => keys.join(','))
    .optional()
    .meta({
      description:
        '32-byte keys in hex that seal secrets in the database, comma separated: the first seals, all open',
      unset: 'generated; required with `DATABASE_URL`',
    }),
  SECRETS_KEY_LOST: z.enum(['accept']).optional().meta({
    description:
      '`accept` starts although the key that sealed the secrets is lost; they are unreadable until they are entered again',
    unset: 'such a start is refused',
  }),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })
    .optional()
    .meta({
      description: 'where invitations and new passwords are sent',
      unset: 'they are written to the log, with their links',
    }),
  MAIL_FROM: z.string().trim().optional().meta({
    description: 'sender of the mails, as `Console <console@example.com>`',
    unset: '`no-reply@` and the host of `PUBLIC_URL`',
  }),
  ALERT_ALLOW_PRIVATE: hostList.optional().meta({
    description:
      'private addresses that alerts may be sent to, comma separated: `10.0.0.5`, `10.0.0.5:8065`, `[fd00::5]:8065` or `hooks.internal:8065`',
    unset: 'none: alerts reach only public addresses',
  }),
  HOOK_STARTS_PER_MINUTE: z.coerce.number().int().min(1).max(100_000).default(600).meta({
    description: 'the largest limit that a start address may have, in runs a minute',
  }),
  INVITATIONS_PER_INVITER: z.coerce.number().int().min(1).default(20).meta({
    description: 'mails with invitations that one user may send in an hour, repeated ones included',
  }),
  INVITATIONS_PER_ACCOUNT: z.coerce
    .number()
    .int()
    .min(1)
    .default(100)
    .meta({ description: 'the same of all owners of an account together' }),
  QUEUE: z.enum(['embedded', 'sqs', 'none']).default('embedded').meta({
    description:
      'where workers take their tasks from: queues here (`embedded`), Amazon SQS or a compatible service (`sqs`, with the names of the AWS SDK such as `AWS_REGION` and `AWS_ACCESS_KEY_ID`), or nowhere (`none`)',
  }),
  SQS_ENDPOINT: httpUrl.optional().meta({
    description: 'address of a service that is compatible with Amazon SQS, with `QUEUE=sqs`',
    unset: "Amazon's for `AWS_REGION`",
  }),
  QUEUE_URL_BASE: httpUrl
    .optional()
    .meta({ description: 'where workers reach their queues', unset: '`$PUBLIC_URL/queue`' }),
  PUSHER_APP_ID: z.string().optional().meta({
    description: 'publishes live events through a service instead of the embedded endpoint',
    unset: '',
  }),
  PUSHER_SECRET: z
    .string()
    .optional()
    .meta({ description: 'the secret of that service', unset: 'required with `PUSHER_APP_ID`' }),
  OIDC_ISSUER: httpUrl.optional().meta({
    description: 'address of the OpenID Connect issuer for sign-in',
    unset: 'sign-in by password',
  }),
  OIDC_CLIENT_ID: z.string().trim().optional().meta({
    description: 'the client id of this console at the issuer',
    unset: 'required with `OIDC_ISSUER`',
  }),
  OIDC_CLIENT_SECRET: z
    .string()
    .optional()
    .meta({ description: 'the client secret', unset: 'required with `OIDC_ISSUER`' }),
  OIDC_ALLOW_UNVERIFIED_EMAIL: flag.default(false).meta({
    description:
      'accepts sign-ins whose token does not say `email_verified: true`; only for an issuer whose users cannot choose their e-mail themselves',
  }),
  FLUX_GIT_URL: z
    .string()
    .refine(isGitUrl, 'must be an https, ssh or file address, like https://git.example.com/ops/fleet.git')
    .optional()
    .meta({
      description:
        'the Git repository of Flux: it has `charts/worker`, and the console commits every change of a deployment to it (https, ssh or file)',
      unset: 'no commits',
    }),
  FLUX_GIT_BRANCH: z
    .string()
    .regex(
      /^(?!.*(?:\.\.|\/\/|\.lock$|\/$))[A-Za-z0-9][A-Za-z0-9._/-]{0,199}$/,
      'must be the name of a branch: letters, digits, ".", "_", "-" and "/"',
    )
    .optional()
    .meta({
      description: 'the branch for these commits',
      unset: 'the default branch of the repository, or `main`',
    }),
  FLUX_GIT_TOKEN: z.string().trim().optional().meta({
    description:
      'the token or password for `FLUX_GIT_URL` with https; its user is that of the address, or `git`',
    unset: 'that of the address',
  }),
  FLUX_GIT_SSH_KEY_FILE: z.string().trim().optional().meta({
    description: 'a file with the private key for `FLUX_GIT_URL` with ssh, without a passphrase',
    unset: "the keys of the console's user",
  }),
  FLUX_GIT_KNOWN_HOSTS_FILE: z.string().trim().optional().meta({
    description: 'a file with the keys of the hosts that are accepted with ssh, as `ssh-keyscan` prints them',
    unset: 'the key that a host shows first is kept; another one is refused',
  }),
  MIN_FREE_MB: z.coerce
    .number()
    .int()
    .refine((megabytes) => megabytes === 0 || megabytes >= 32, 'must be 0, or at least 32')
    .default(64)
    .meta({
      description:
        'free megabytes on the disk of the embedded database below which nothing is saved any more, so that PostgreSQL keeps space for its log; 0: without such a limit',
    }),
  MAX_TASK_INPUTS_MIB: mebibytes
    .default(1)
    .meta({ description: 'resolved inputs of one task, in MiB of JSON; more fails the task' }),
  MAX_TASK_OUTPUTS_MIB: mebibytes
    .default(1)
    .meta({ description: 'outputs of one task, in MiB of JSON; more fails the attempt' }),
  MAX_RUN_STATE_MIB: mebibytes
    .default(4)
    .meta({ description: 'state of one workqueue, in MiB of JSON; a task that would make it larger fails' }),
  MAX_RUN_KEPT_MIB: mebibytes.default(32).meta({
    description:
      'what one workqueue keeps, in MiB of JSON: initial state, state, resolved inputs and reasons of its tasks; a task beyond it fails',
  }),
  MAX_RUN_RESULTS_MIB: mebibytes.default(32).meta({
    description:
      'results of the tasks of one workqueue that are kept to be shown, in MiB of JSON; those beyond it are only written into the state',
  }),
  MAX_RUNS_BELOW_ROOT: atLeastOne.default(10_000).meta({
    description:
      'workqueues that one workqueue may start below it in its life, at any depth; the next one fails its task',
  }),
  MAX_LIVE_RUNS_BELOW_ROOT: atLeastOne
    .default(400)
    .meta({ description: 'workqueues below one that are live at once; the next ones wait' }),
  SCRIPT_TIME_LIMIT: duration
    .refine((ms) => ms >= 100 && ms <= units.h, 'must be from 100ms to 1h')
    .default(units.s * 10)
    .meta({ description: 'how long a script may run; a test run on its screen has at most 6 seconds' }),
  SCRIPT_MEMORY_MIB: z.coerce.number().int().min(32).max(1024).default(64).meta({
    description: 'memory of a script, in MiB; two scripts run at once',
  }),
  SCRIPT_OUTPUT_MIB: mebibytes
    .default(1)
    .meta({ description: 'log lines and outputs of a script together, in MiB' }),
  SCRIPT_LOG_LINES: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(1000)
    .meta({ description: 'log lines of a script' }),
  SCRIPT_PROGRESS_CALLS: atLeastOne
    .default(1000)
    .meta({ description: 'how often a script may call `progress`' }),
  RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(36_500)
    .default(90)
    .meta({ description: 'days until ended runs, audit rows and receipts are deleted' }),
})

/** The names that `tests/contract` reads. */
export const contractSchema = z.object({
  CONTRACT_URL: httpUrl.optional(),
  CONTRACT_EMAIL: z.string().trim().optional(),
  CONTRACT_PASSWORD: z.string().optional(),
  CONTRACT_MAIL_LOG: z.string().optional(),
})
