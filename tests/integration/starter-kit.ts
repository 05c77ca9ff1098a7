import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Alias, NewPrivateKey } from '#shared/domains/workers/contract.ts'

const fileOf = (name: string) => path.join(import.meta.dirname, '../..', name)

/** The programs that users copy. */
export const kits = {
  starterKit: fileOf('shared/domains/workers/starter-kits/nodejs.mjs'),
  fastWorker: fileOf('docs/examples/fast-worker.mjs'),
}

/** The values that the screens show to a user who sets up a worker. */
export interface Setup {
  url: string
  alias: Alias
  key: Pick<NewPrivateKey, '_id' | 'privateKey'>
}

/** A program that users copy, run unchanged. */
export interface RunningKit {
  /** Its output so far. */
  output(): string
  exitCode(): number | null
  /** Asks it to stop; returns the exit code. */
  stop(): Promise<number | null>
}

export function startKit({ url, alias, key }: Setup, program = kits.starterKit): RunningKit {
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      QUEUE_URL: alias.queueUrl,
      ACCESS_KEY_ID: alias.accessKeyId,
      SECRET_ACCESS_KEY: alias.secretAccessKey,
      PRIVATE_KEY: key.privateKey,
      KEY_ID: key._id,
      PLATFORM_URL: url,
    },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (text = (text + part).slice(-20_000)))
  return {
    output: () => text,
    exitCode: () => child.exitCode,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      const [code] = (await exited) as [number | null]
      return code
    },
  }
}
