import { spawn, type ChildProcess } from 'node:child_process'

/** Runs a file to its end and returns the numbers that it printed, one per line. */
export async function numbersOf(file: string, args: string[]): Promise<number[]> {
  const loader = file.endsWith('.ts') ? ['--import', 'tsx'] : []
  const child = spawn(process.execPath, [...loader, file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const code = await exitOf(child)
  if (code !== 0) throw new Error(`${file} ended with ${code}`)
  return text.trim().split('\n').map(Number)
}

/** Starts a TypeScript file and waits for the message that it sends over IPC. */
export async function startServer<Message>(
  file: string,
  args: string[] = [],
): Promise<{ message: Message; stop(): Promise<void> }> {
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const message = await new Promise<Message>((resolve, reject) => {
    child.once('message', (value) => resolve(value as Message))
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code} before it was ready`)))
  })
  return {
    message,
    async stop() {
      child.kill('SIGKILL')
      await exitOf(child)
    },
  }
}

/** The exit code of a child, also when it has ended already. */
export function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)))
}
