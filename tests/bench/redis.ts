import { spawn } from 'node:child_process'
import { createConnection } from 'node:net'
import { exitOf } from './processes.ts'

const PORT = 6390

/** Redis that writes to disk before each answer, in a folder. Needs `redis-server`. */
export async function startRedis(
  folder: string,
): Promise<{ port: number; pid: number; stop(): Promise<unknown> }> {
  const settings = {
    port: PORT,
    bind: '127.0.0.1',
    dir: folder,
    appendonly: 'yes',
    appendfsync: 'always',
    save: '',
  }
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
  const redis = spawn('redis-server', args, { stdio: 'ignore' })
  redis.on('error', (error) => {
    throw new Error('redis-server is required for this bench (Debian: apt-get install redis-server)', {
      cause: error,
    })
  })
  for (let attempt = 0; attempt < 100 && !(await answers(PORT)); attempt++)
    await new Promise((resolve) => setTimeout(resolve, 50))
  return {
    port: PORT,
    pid: redis.pid ?? 0,
    stop() {
      redis.kill()
      return exitOf(redis)
    },
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1')
    socket.once('connect', () => resolve(!!socket.end()))
    socket.once('error', () => resolve(false))
  })
}
