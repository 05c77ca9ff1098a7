import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

const builds = {
  client: { config: 'web/vite.config.ts', sources: ['web', 'shared'], result: 'dist/web/index.html' },
  server: { config: 'server/vite.config.ts', sources: ['server', 'shared'], result: 'dist/server/main.js' },
  programs: {
    config: 'tests/support/programs.vite.config.ts',
    sources: ['server', 'shared', 'tests/support'],
    result: 'dist/programs/engine-process.js',
  },
}

/**
 * Builds what is missing or older than its sources. Exits when a build fails.
 * @param {(keyof typeof builds)[]} names
 */
export function ensureBuilt(names) {
  for (const name of names) {
    const { config, sources, result } = builds[name]
    const stamp = path.join(root, `dist/${name}.stamp`)
    const wanted = fingerprint([...sources, 'package-lock.json'])
    const built = existsSync(path.join(root, result)) && existsSync(stamp) && readFileSync(stamp, 'utf8')
    if (built === wanted) continue
    process.stdout.write(`Building the ${name}\n`)
    rmSync(stamp, { force: true })
    const vite = path.join(root, 'node_modules/vite/bin/vite.js')
    const run = spawnSync(process.execPath, [vite, 'build', '--config', config, '--logLevel', 'warn'], {
      cwd: root,
      stdio: 'inherit',
    })
    if (run.status !== 0) {
      process.stderr.write(`The ${name} could not be built, see above\n`)
      process.exit(1)
    }
    mkdirSync(path.dirname(stamp), { recursive: true })
    writeFileSync(stamp, wanted)
  }
}

/**
 * A hash of the contents, not the times: a checkout changes times without changing a file.
 * @param {string[]} places files and folders
 */
function fingerprint(places) {
  const hash = createHash('sha256')
  for (const file of places.flatMap(filesOf).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

/** @param {string} place @returns {string[]} */
function filesOf(place) {
  if (path.extname(place)) return [place]
  return readdirSync(path.join(root, place), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
}
