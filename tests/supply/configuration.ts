import { format } from 'oxfmt'
import { z } from 'zod'
import { gatewaySchema, platformSchema } from '#server/config-schema.ts'

/** The page of the configuration. */
export const configurationPage = 'docs/configuration.md'

const units = [
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
] as const
const isDuration = (name: string) => /^(SESSION_(MAX_AGE|IDLE)|HANG_LIMIT)$/.test(name)

/** As in the environment: durations, which are stored in milliseconds, with their unit. */
function written(name: string, value: unknown): string {
  if (typeof value !== 'number' || !isDuration(name)) return String(value)
  const [unit, size] = units.find(([, one]) => value % one === 0 && value / one > 1) ?? ['ms', 1]
  return `${value / size}${unit}`
}

interface Row {
  name: string
  standard: string
  meaning: string
}

function rowsOf({ shape }: z.ZodObject): Row[] {
  return Object.entries(shape as Record<string, z.ZodType>).map(([name, schema]) => {
    const { description = '', unset = '' } = schema.meta() ?? {}
    const standard =
      schema instanceof z.ZodDefault
        ? `\`${written(name, schema.def.defaultValue)}\``
        : String(unset) || 'unset'
    return { name, standard, meaning: description }
  })
}

function table(rows: readonly Row[]): string {
  const lines = rows.map(({ name, standard, meaning }) => `| \`${name}\` | ${standard} | ${meaning} |`)
  return ['| Name | When unset | Meaning |', '| --- | --- | --- |', ...lines].join('\n')
}

/** The page as Markdown: names, defaults and meanings of all settings. */
export async function configuration(): Promise<string> {
  const [gateway, platform] = [rowsOf(gatewaySchema), rowsOf(platformSchema)]
  const isIn = (rows: readonly Row[]) => (row: Row) => rows.some(({ name }) => name === row.name)
  const text = `# Configuration

All settings are environment variables, read once at the start. An empty value counts as unset. All problems are reported, one per line, and the
process exits with 1. \`npm run configuration\` prints this page from \`server/config-schema.ts\`; a test fails when it differs.

With \`PLATFORM_URL\` only the gateway runs. Without it the gateway starts the embedded platform and passes its environment on, so one environment
configures both; \`npm run platform\` starts only the platform. Durations are numbers with a unit: \`90s\`, \`60m\`, \`12h\`, \`30d\`.

## Both

${table(gateway.filter(isIn(platform)))}

## Gateway

${table(gateway.filter((row) => !isIn(platform)(row)))}

## Platform

${table(platform.filter((row) => !isIn(gateway)(row)))}

## Combinations

- \`PLATFORM_URL\` requires \`PUSHER_KEY\` and \`SESSION_KEY\` (or \`SESSION_KEY_FILE\`), and, unless it names this machine, a \`PUBLIC_URL\` with https or of this machine.
- \`PORT\`, \`METRICS_PORT\` and \`PLATFORM_PORT\` must differ where they listen at the same address.
- \`DATABASE_URL\` requires \`SECRETS_KEY\`. Without that key every variable, environment and access secret in the database is lost.
- \`PUSHER_APP_ID\` requires \`PUSHER_KEY\` and \`PUSHER_SECRET\`.
- \`OIDC_ISSUER\`, \`OIDC_CLIENT_ID\` and \`OIDC_CLIENT_SECRET\` must be set together; the issuer must use https, or be on this machine.
- Create keys with \`openssl rand -hex 32\`. Keys that follow a pattern are refused, and so is a \`TRUST_PROXY\` that trusts every address.
- To change \`SESSION_KEY\`, put the new key before the old one; remove the old one after \`SESSION_MAX_AGE\`.
`
  return (await format(configurationPage, text)).code
}
