import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * The keys that seal sessions where none are configured: made at the first start and kept, readable by nobody else,
 * so that a restart signs nobody out. Throws one sentence when the kept file is not a key.
 */
export async function keptSessionKeys(dataDir: string): Promise<string[]> {
  const folder = path.join(dataDir, 'keys')
  const file = path.join(folder, 'session')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const kept = await readOptional(file)
  const key = kept ?? (await makeKey(file))
  if (!/^[0-9a-f]{64}(,[0-9a-f]{64})*$/i.test(key))
    throw new Error(`${file} does not hold 32-byte keys in hex: repair it, or remove it to make a new one`)
  return key.split(',')
}

/** Written aside and linked into place: there is never half a key, and of two makers one wins for both. */
async function makeKey(file: string): Promise<string> {
  const draft = `${file}.${process.pid}`
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
