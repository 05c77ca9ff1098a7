import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

const keys = /^[0-9a-f]{64}(,[0-9a-f]{64})*$/i

/**
 * A key that nobody configured: made at the first start under `DATA_DIR/keys` and kept, readable by nobody else. One
 * or more 32-byte keys in hex, comma separated. Throws one sentence when the kept file holds none.
 */
export async function keptKey(dataDir: string, name: 'session' | 'secrets'): Promise<string> {
  const folder = path.join(dataDir, 'keys')
  const file = path.join(folder, name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const key = (await readOptional(file)) ?? (await makeKey(file))
  if (!keys.test(key))
    throw new Error(`${file} does not hold 32-byte keys in hex: repair it, or remove it to make a new one`)
  return key
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
