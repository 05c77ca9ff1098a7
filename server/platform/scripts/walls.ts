import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const here = import.meta.dirname
const builtWasm = path.join(here, 'child/quickjs.wasm')

/** The WebAssembly of QuickJS: beside the built runner, or in its package. */
const isBuilt = existsSync(builtWasm)
const resolve = (name: string) => createRequire(import.meta.url).resolve(name)
const wasm = isBuilt ? builtWasm : resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
const runner = path.join(here, 'child', isBuilt ? 'runner.js' : 'runner.mjs')

/** All that the process may read: its own files, none of them a secret. */
function readable(): string[] {
  if (isBuilt) return [path.join(here, 'child'), path.join(here, '../../chunks')]
  const modules = path.join(resolve('quickjs-emscripten-core'), '../../..')
  const packages = ['quickjs-emscripten-core', '@jitl'].map((name) => path.join(modules, name))
  return [path.join(here, 'child'), ...packages]
}

/** What keeps a process that runs scripts from network, files and other processes, beside QuickJS itself. */
export interface Walls {
  /** The program and its arguments, which take those of the runner at their end. */
  command: string[]
  /** Takes the right to open anything more from a process that has loaded all it needs. False: it could not. */
  close(pid: number): Promise<boolean>
  /** The walls that this machine has, for the log. */
  names: string[]
}

/** Node 20 knows the flag by its first name only; since 22.13 it has the other one. */
const permissionFlag =
  Number(process.versions.node.split('.')[0]) < 22 ? '--experimental-permission' : '--permission'

/** Tries once which walls this machine offers. */
export async function findWalls(): Promise<Walls> {
  const [unshare, setpriv, prlimit] = ['unshare', 'setpriv', 'prlimit'].map(programPath)
  const network = unshare ? await firstThatRuns(unshare, [['--net'], ['--user', '--net']]) : null
  const inherited = setpriv ? await firstThatRuns(setpriv, [['--pdeathsig', 'KILL']]) : null
  const flags = [
    '--no-warnings',
    '--max-old-space-size=64',
    permissionFlag,
    ...readable().map((folder) => `--allow-fs-read=${folder}${path.sep}*`),
  ]
  return {
    command: [...(network ?? []), ...(inherited ?? []), process.execPath, ...flags, runner, wasm],
    close: async (pid) => {
      if (!prlimit) return false
      const none = ['--nofile=3:3', '--nproc=0:0', '--fsize=0:0', '--core=0:0']
      return run(prlimit, ['--pid', String(pid), ...none]).then(
        () => true,
        () => false,
      )
    },
    names: ['permissions of Node', ...(network ? ['unshare'] : []), ...(prlimit ? ['prlimit'] : [])],
  }
}

/** The program with the first of these arguments with which it runs another program; null: with none. */
async function firstThatRuns(program: string, candidates: string[][]): Promise<string[] | null> {
  for (const args of candidates) {
    const command = [program, ...args]
    const works = await run(program, [...args, process.execPath, '--version']).then(
      () => true,
      () => false,
    )
    if (works) return command
  }
  return null
}

/** By its full path, because the process gets no environment to search in. */
function programPath(name: string): string | null {
  for (const folder of ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin']) {
    const file = path.join(folder, name)
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {
      continue
    }
  }
  return null
}
