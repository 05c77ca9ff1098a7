import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { z } from 'zod'

/**
 * The environment, read and validated once (contract section 2). Nothing else reads `process.env`.
 * An empty value counts as unset; every problem is reported together.
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
const sessionKeys = z
  .string()
  .transform((value) => value.split(',').map((key) => key.trim()))
  .refine((keys) => keys.every((one) => key.test(one)), {
    error: 'must be 32-byte keys in hex, comma separated',
    abort: true,
  })
  .refine((keys) => keys.every(isRandom), notRandom)

/** 32 random bytes have about 30 different values; 11 or fewer are somebody's pattern. */
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

/** An address, a network, or one of the names that the proxy rules know. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const width = { 4: 32, 6: 128 }[isIP(address)]
  if (width === undefined || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= width)
}

const common = {
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  PUBLIC_URL: httpUrl.optional(),
  PORT: port.default(8080),
  DATA_DIR: z.string().default('./data'),
  PUSHER_KEY: z.string().optional(),
}

const gatewaySchema = z.object({
  ...common,
  HOST: z.string().default('0.0.0.0'),
  TRUST_PROXY: trustedProxies.optional(),
  SESSION_KEY: sessionKeys.optional(),
  SESSION_KEY_FILE: z.string().optional(),
  SESSION_MAX_AGE: duration.default(units.h * 12),
  SESSION_IDLE: duration.default(units.m * 60),
  PLATFORM_URL: httpUrl.optional(),
  CONNECT_URL: httpUrl.optional(),
  DEPLOYABLE_WORKERS: z.string().optional(),
  PUSHER_CLUSTER: z.string().default('eu'),
  PUSHER_HOST: z.string().optional(),
  PUSHER_PORT: port.optional(),
  PUSHER_TLS: flag.default(true),
  SSO_AUTHORIZE_URL: httpUrl.optional(),
  SSO_LOGOUT_URL: httpUrl.optional(),
  SSO_VENDOR: z.string().default('SSO'),
  SSO_REQUIRE_STATE: flag.default(false),
  STAGE: z.enum(['production', 'staging']).default('production'),
  METRICS_PORT: port.optional(),
  MAX_SOCKETS: z.coerce.number().int().min(1).default(20_000),
  MAX_SOCKETS_PER_USER: z.coerce.number().int().min(1).default(20),
  GRAPHQL_OPERATIONS: z.enum(['persisted', 'any']).default('persisted'),
})

const platformSchema = z.object({
  ...common,
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  PLATFORM_HOST: z.string().default('127.0.0.1'),
  PLATFORM_PORT: port.default(0),
  ADMIN_EMAIL: z.string().trim().toLowerCase().default('admin@localhost'),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  SECRETS_KEY: z
    .string()
    .regex(key, { error: 'must be a 32-byte key in hex', abort: true })
    .refine(isRandom, notRandom)
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z.string().trim().optional(),
  QUEUE: z.enum(['embedded', 'none']).default('embedded'),
  QUEUE_URL_BASE: httpUrl.optional(),
  PUSHER_APP_ID: z.string().optional(),
  PUSHER_SECRET: z.string().optional(),
  PUSHER_CLUSTER: z.string().default('eu'),
  PUSHER_HOST: z.string().optional(),
  PUSHER_PORT: port.optional(),
  PUSHER_TLS: flag.default(true),
  FLUX_GIT_URL: z
    .url({ protocol: /^(https?|ssh)$/, error: 'must be an http, https or ssh address' })
    .optional(),
  RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).default(90),
})

const contractSchema = z.object({
  CONTRACT_URL: httpUrl.optional(),
  CONTRACT_EMAIL: z.string().trim().optional(),
  CONTRACT_PASSWORD: z.string().optional(),
  CONTRACT_MAIL_LOG: z.string().optional(),
})

/** The names that each process reads, for whoever writes its environment. */
export const environmentNames = {
  gateway: Object.keys(gatewaySchema.shape),
  platform: Object.keys(platformSchema.shape),
}

export type GatewayConfig = z.infer<typeof gatewaySchema>
export type PlatformConfig = z.infer<typeof platformSchema>
export type Environment = Record<string, string | undefined>

/** All problems of the environment, each a line that names the variable. */
export class ConfigError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

function parse<Schema extends z.ZodObject>(
  schema: Schema,
  env: Environment,
  check: (given: Environment) => string[] = () => [],
) {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = schema.safeParse(given)
  const problems = (parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  problems.push(...check(given))
  if (problems.length) throw new ConfigError(problems)
  return parsed.data as z.infer<Schema>
}

/** The gateway's configuration. Throws ConfigError naming every problem. `SESSION_KEY_FILE` is read here. */
export function readGatewayConfig(env: Environment = process.env): GatewayConfig {
  const file = env['SESSION_KEY']?.trim() ? undefined : env['SESSION_KEY_FILE']?.trim()
  const key = file ? attempt(() => readKeyFile(file)) : { value: env['SESSION_KEY'], problems: [] }
  const config = attempt(() => parse(gatewaySchema, { ...env, SESSION_KEY: key.value }, requiredTogether))
  return valid(config, key.problems)
}

/** The platform's configuration. Throws ConfigError naming every problem. */
export function readPlatformConfig(env: Environment = process.env): PlatformConfig {
  return parse(platformSchema, env, (given) => [
    ...(given['DATABASE_URL'] && !given['SECRETS_KEY'] ? ['SECRETS_KEY: required with DATABASE_URL'] : []),
    ...(given['PUSHER_APP_ID']
      ? ['PUSHER_KEY', 'PUSHER_SECRET']
          .filter((name) => !given[name])
          .map((name) => `${name}: required with PUSHER_APP_ID`)
      : []),
  ])
}

/**
 * What the gateway process needs: its own configuration and, where it starts the embedded platform itself, that
 * one's too, so that one start tells the problems of both.
 */
export function readConfig(env: Environment = process.env): {
  gateway: GatewayConfig
  platform: PlatformConfig | null
} {
  const embedded = !env['PLATFORM_URL']?.trim()
  const platform = embedded ? attempt(() => readPlatformConfig(env)) : { value: null, problems: [] }
  const gateway = valid(
    attempt(() => readGatewayConfig(env)),
    platform.problems,
  )
  return { gateway, platform: platform.value ?? null }
}

/**
 * The platform that `tests/contract` asks, with an owner of an account there and, where its mails can be read, the file
 * it logs to; null when none is named. Throws ConfigError.
 */
export function readContractConfig(env: Environment = process.env): {
  base: string
  email: string
  password: string
  mailLog: string | null
} | null {
  const config = parse(contractSchema, env, (given) =>
    given['CONTRACT_URL']
      ? ['CONTRACT_EMAIL', 'CONTRACT_PASSWORD']
          .filter((name) => !given[name])
          .map((name) => `${name}: required with CONTRACT_URL`)
      : [],
  )
  const { CONTRACT_URL: base, CONTRACT_EMAIL: email = '', CONTRACT_PASSWORD: password = '' } = config
  return base === undefined ? null : { base, email, password, mailLog: config.CONTRACT_MAIL_LOG ?? null }
}

/** Looks at what is set and not at its worth, so that what is missing is told together with what is wrong. */
function requiredTogether(given: Environment): string[] {
  if (!given['PLATFORM_URL']) return []
  const problems: string[] = []
  if (!given['PUSHER_KEY']) problems.push('PUSHER_KEY: required when PLATFORM_URL is set')
  if (!given['SESSION_KEY'] && !given['SESSION_KEY_FILE'])
    problems.push('SESSION_KEY: required when PLATFORM_URL is set (or SESSION_KEY_FILE)')
  if (isPlainHttp(given['PUBLIC_URL'] ?? ''))
    problems.push("PUBLIC_URL: must be https, else the session's cookie could be read on the way")
  return problems
}

/** Http to another host than this one. */
function isPlainHttp(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !/^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

interface Attempt<Value> {
  value?: Value
  problems: string[]
}

function attempt<Value>(read: () => Value): Attempt<Value> {
  try {
    return { value: read(), problems: [] }
  } catch (error) {
    if (error instanceof ConfigError) return { problems: error.problems }
    throw error
  }
}

function valid<Value>(read: Attempt<Value>, further: string[]): Value {
  const problems = [...new Set([...read.problems, ...further])]
  if (problems.length || read.value === undefined) throw new ConfigError(problems)
  return read.value
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new ConfigError([`SESSION_KEY_FILE: cannot be read (${(error as NodeJS.ErrnoException).code})`])
  }
}

/** The process environment with some values changed, for child processes. */
export function environmentWith(changes: Environment): NodeJS.ProcessEnv {
  return { ...process.env, ...changes }
}
