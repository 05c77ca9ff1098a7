import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { contractSchema, gatewaySchema, platformSchema } from './config-schema.ts'
import { gatewayPortProblems, platformPortProblems } from './config/listeners.ts'
import { checkFields } from './lib/faults.ts'

/**
 * The environment, read and validated once. No other file reads `process.env`. An empty value counts as unset. All
 * problems are reported together.
 */

/** The names that each process reads, for code that makes its environment. */
export const environmentNames = {
  gateway: Object.keys(gatewaySchema.shape),
  platform: Object.keys(platformSchema.shape),
}

export type GatewayConfig = z.infer<typeof gatewaySchema>
export type PlatformConfig = z.infer<typeof platformSchema>
export type Environment = Record<string, string | undefined>

/** All problems of the environment, one line each, which names the variable. */
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
  const parsed = checkFields(schema, given)
  const problems = (parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  problems.push(...check(given))
  if (problems.length) throw new ConfigError(problems)
  return parsed.data as z.infer<Schema>
}

/** The gateway's configuration. Reads `SESSION_KEY_FILE`. Throws ConfigError with every problem. */
export function readGatewayConfig(env: Environment = process.env): GatewayConfig {
  const file = env['SESSION_KEY']?.trim() ? undefined : env['SESSION_KEY_FILE']?.trim()
  const key = file ? attempt(() => readKeyFile(file)) : { value: env['SESSION_KEY'], problems: [] }
  const config = attempt(() => parse(gatewaySchema, { ...env, SESSION_KEY: key.value }, gatewayProblems))
  return valid(config, key.problems)
}

function gatewayProblems(given: Environment): string[] {
  return [...requiredTogether(given), ...gatewayPortProblems(given)]
}

/** The platform's configuration; `alone`: no gateway starts it. Throws ConfigError with every problem. */
export function readPlatformConfig(
  env: Environment = process.env,
  { alone = false }: { alone?: boolean } = {},
): PlatformConfig {
  return parse(platformSchema, env, (given) => [
    ...(given['DATABASE_URL'] && !given['SECRETS_KEY'] ? ['SECRETS_KEY: required with DATABASE_URL'] : []),
    ...(given['PUSHER_APP_ID']
      ? ['PUSHER_KEY', 'PUSHER_SECRET']
          .filter((name) => !given[name])
          .map((name) => `${name}: required with PUSHER_APP_ID`)
      : []),
    ...oidcProblems(given),
    ...(alone ? platformPortProblems(given) : []),
  ])
}

function oidcProblems(given: Environment): string[] {
  const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']
  const set = names.find((name) => given[name])
  if (set === undefined) return []
  const problems = names.filter((name) => !given[name]).map((name) => `${name}: required with ${set}`)
  if (isPlainHttp(given['OIDC_ISSUER'] ?? ''))
    problems.push('OIDC_ISSUER: must be https; without it, a machine on the way could sign in as any user')
  return problems
}

/**
 * What the gateway process needs: its own configuration and, if it starts the embedded platform, the platform's too,
 * so that one start reports the problems of both.
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
  return { gateway: withOwnSignOn(gateway, platform.value), platform: platform.value ?? null }
}

/** Single sign-on starts at the embedded platform if it has an issuer and no other address is configured. */
function withOwnSignOn(gateway: GatewayConfig, platform: PlatformConfig | null | undefined): GatewayConfig {
  if (!platform?.OIDC_ISSUER || gateway.SSO_AUTHORIZE_URL) return gateway
  const origin = gateway.PUBLIC_URL ?? `http://localhost:${gateway.PORT}`
  // The platform's tokens always return with the state, so one without it is of a sign-in that another browser
  // began.
  return { ...gateway, SSO_AUTHORIZE_URL: `${origin}/api/oidc/authorize`, SSO_REQUIRE_STATE: true }
}

/**
 * The platform that `tests/contract` calls, an owner of an account there and, if its mails can be read, its log file.
 * Null when no platform is named. Throws ConfigError.
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

/**
 * Checks only which names are set, not their values, so that missing names are reported together with invalid ones.
 */
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

/** Http to another host. */
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

/**
 * An empty file does not count as unset: its name was configured, and replicas that each generated a key would
 * differ.
 */
function readKeyFile(path: string): string {
  const key = readText(path)
  if (key === '') throw new ConfigError(['SESSION_KEY_FILE: the file is empty'])
  return key
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new ConfigError([`SESSION_KEY_FILE: cannot be read (${(error as NodeJS.ErrnoException).code})`])
  }
}

/** The process environment with some changed values, for child processes. */
export function environmentWith(changes: Environment): NodeJS.ProcessEnv {
  return { ...process.env, ...changes }
}
