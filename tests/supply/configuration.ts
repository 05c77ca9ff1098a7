import { format, resolveConfig } from 'prettier'
import { z } from 'zod'
import { gatewaySchema, platformSchema } from '#server/config-schema.ts'

/** The page of the configuration. */
export const configurationPage = 'docs/configuration.md'

const units = [
  ['h', 3_600_000],
  ['m', 60_000],
] as const
const isDuration = (name: string) => /^SESSION_(MAX_AGE|IDLE)$/.test(name)

/** As it would be written in the environment: durations, which are kept in milliseconds, with their unit. */
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

/** The page as Markdown, in the project's form: names, defaults and meanings of everything that is read. */
export async function configuration(): Promise<string> {
  const [gateway, platform] = [rowsOf(gatewaySchema), rowsOf(platformSchema)]
  const isIn = (rows: readonly Row[]) => (row: Row) => rows.some(({ name }) => name === row.name)
  const text = `# Configuration

Everything comes from the environment and is read once, at the start. An empty value counts as unset. Every problem is reported, a line each,
and then the process ends with 1. \`npm run configuration\` prints this page from \`server/config-schema.ts\`; a test fails when it differs.

With \`PLATFORM_URL\` there is a gateway alone. Without it the gateway starts the embedded platform itself and hands its environment on, so
that one process is configured for both; \`npm run platform\` starts the platform alone. Durations are numbers with a unit: \`90s\`, \`60m\`, \`12h\`, \`30d\`.

## Both

${table(gateway.filter(isIn(platform)))}

## Gateway

${table(gateway.filter((row) => !isIn(platform)(row)))}

## Platform

${table(platform.filter((row) => !isIn(gateway)(row)))}

## What belongs together

- \`PLATFORM_URL\` wants \`PUSHER_KEY\` and \`SESSION_KEY\` (or \`SESSION_KEY_FILE\`), and unless it names this machine a \`PUBLIC_URL\` of https or of this machine.
- \`DATABASE_URL\` wants \`SECRETS_KEY\`. Whoever loses that key loses every variable, environment and access secret in the database.
- \`PUSHER_APP_ID\` wants \`PUSHER_KEY\` and \`PUSHER_SECRET\`.
- \`OIDC_ISSUER\`, \`OIDC_CLIENT_ID\` and \`OIDC_CLIENT_SECRET\` are set together; the issuer is reached by https, or on this machine.
- Keys are made by \`openssl rand -hex 32\`. Keys that are a pattern are refused, and so is a \`TRUST_PROXY\` that believes anybody.
- To change \`SESSION_KEY\`, put the new key before the old one; when \`SESSION_MAX_AGE\` has gone by, leave the old one out.
`
  return format(text, { ...(await resolveConfig(configurationPage)), parser: 'markdown' })
}
