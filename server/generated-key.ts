import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

const keys = /^[0-9a-f]{64}(,[0-9a-f]{64})*$/i

type KeyName = 'session' | 'secrets'

/** The key that an earlier start has generated; null when there is none. Throws like `generatedKey`. */
export async function keptKey(dataDir: string, name: KeyName): Promise<string | null> {
  const file = path.join(dataDir, 'keys', name)
  return checked(file, await readOptional(file))
}

/**
 * The key for a setting that is not configured: generated at the first start under `DATA_DIR/keys`, and readable only
 * by the owner of the process. One or more 32-byte keys in hex, separated by commas. Throws one sentence when the
 * file does not contain keys.
 */
export async function generatedKey(dataDir: string, name: KeyName): Promise<string> {
  const folder = path.join(dataDir, 'keys')
  const file = path.join(folder, name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return checked(file, (await readOptional(file)) ?? (await makeKey(file)))
}

function checked<Key extends string | null>(file: string, key: Key): Key {
  if (key !== null && !keys.test(key)) throw new Error(`${file} does not hold 32-byte keys in hex: repair it`)
  return key
}

/**
 * Written to a temporary file and linked to its name: the file is never incomplete, and when two processes generate a
 * key, both get the first one.
 */
async function makeKey(file: string): Promise<string> {
  const draft = `${file}.${randomBytes(8).toString('hex')}`
  await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 })
  try {
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  return (await readFile(file, 'utf8')).trim()
}

async function readOptional(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
