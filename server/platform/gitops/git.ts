import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'

/** A call of the program may take so long; the whole exchange with a slow repository too. */
const TIMEOUT_MS = 60_000
const MAX_OUTPUT = 32 * 1024 * 1024
const MAX_ERRORS = 64 * 1024
/** Longest sentence that is kept of the program or of a repository. */
const MAX_REASON = 300

export interface GitResult {
  code: number
  stdout: string
  stderr: string
}

/** The program failed; the message is what it said, without secrets and control characters. */
export class GitError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'GitError'
  }
}

export interface Git {
  /** Resolves whatever the exit code. Throws GitError when it cannot be started, takes too long or is stopped. */
  run(args: readonly string[], input?: string): Promise<GitResult>
  /** The output. Throws GitError for any exit code but 0. */
  read(args: readonly string[], input?: string): Promise<string>
  /** What a failed call has said, as one sentence. */
  reasonOf(result: Pick<GitResult, 'stderr'>): string
}

/** Runs the program in a folder with nothing but the given environment. */
export function createGit({
  cwd,
  env,
  secrets,
  signal,
  program = 'git',
  start = spawn,
}: {
  cwd: string
  env: Readonly<Record<string, string>>
  secrets: readonly string[]
  signal: AbortSignal
  program?: string
  /** Starts a process. */
  start?: (program: string, args: readonly string[], options: SpawnOptions) => ChildProcess
}): Git {
  const reasonOf = ({ stderr }: Pick<GitResult, 'stderr'>) => sentenceOf(stderr, secrets)

  const run = (args: readonly string[], input = '') =>
    new Promise<GitResult>((resolve, reject) => {
      if (signal.aborted) return reject(new GitError('The console stops'))
      const notStarted = (error: unknown) => {
        const { code = 'unknown' } = error as NodeJS.ErrnoException
        return new GitError(`The program ${program} cannot be started (${code})`)
      }
      let child: ChildProcess
      try {
        // Its own group, so that its helpers end with it.
        child = start(program, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
      } catch (error) {
        return reject(notStarted(error))
      }
      let failure: string | null = null
      const end = (reason: string) => {
        failure ??= reason
        if (child.pid === undefined) return
        try {
          process.kill(-child.pid, 'SIGKILL')
        } catch {
          // It has ended.
        }
      }
      const timer = setTimeout(() => end(`It took longer than ${TIMEOUT_MS / 1000} seconds`), TIMEOUT_MS)
      const onAbort = () => end('The console stops')
      signal.addEventListener('abort', onAbort, { once: true })
      const [out, err] = [collect(MAX_OUTPUT), collect(MAX_ERRORS)]
      // Without free file descriptors there are no streams.
      child.stdout?.on('data', (piece: Buffer) => out.add(piece) || end('The answer is too long'))
      child.stderr?.on('data', (piece: Buffer) => void err.add(piece))
      const settle = (done: () => void) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        done()
      }
      child.on('error', (error) => settle(() => reject(notStarted(error))))
      child.on('close', (code) =>
        settle(() =>
          failure === null
            ? resolve({ code: code ?? 1, stdout: out.text(), stderr: err.text() })
            : reject(new GitError(failure)),
        ),
      )
      // Where it ends early, its exit code and its errors say why.
      child.stdin?.on('error', () => undefined)
      child.stdin?.end(input)
    })

  return {
    run,
    reasonOf,
    async read(args, input) {
      const result = await run(args, input)
      if (result.code !== 0) throw new GitError(reasonOf(result))
      return result.stdout
    },
  }
}

/** Keeps the first bytes. `add` answers whether there was room. */
function collect(most: number) {
  const pieces: Buffer[] = []
  let size = 0
  return {
    add(piece: Buffer): boolean {
      if (size + piece.length > most) return false
      size += piece.length
      pieces.push(piece)
      return true
    },
    text: () => Buffer.concat(pieces).toString('utf8'),
  }
}

/** Lines that say nothing about the cause. */
const noise =
  /^(?:hint:|error: failed to push some refs|fatal: Could not read from remote|Please make sure|and the repository exists|warning: |Warning: Permanently added|To )/

/** What a repository says goes before what the program says of it. */
export function sentenceOf(stderr: string, secrets: readonly string[]): string {
  const lines = plain(stderr, secrets)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !noise.test(line))
  const remote = lines.filter((line) => line.startsWith('remote:')).map((line) => line.slice(7).trim())
  const own = lines.filter((line) => /^(?:(?:fatal|error|ssh): |Host key |No \S+ host key )/.test(line))
  const said = [
    remote.filter(Boolean),
    own.map((line) => line.replace(/^(?:fatal|error): /, '')),
    lines,
  ].find((some) => some.length > 0)
  const text = said?.join(' ') ?? 'It gave no reason'
  return text.length > MAX_REASON ? `${text.slice(0, MAX_REASON - 1)}…` : text
}

/** Printable characters and line breaks only, without credentials. */
export function plain(text: string, secrets: readonly string[] = []): string {
  const printable = text
    .replace(/\p{Cc}\[[0-9;?]*[A-Za-z]/gu, '')
    .replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
  const shown = secrets.reduce((left, secret) => left.replaceAll(secret, '***'), printable)
  return shown.replace(/\/\/[^/@\s]+@/g, '//')
}
