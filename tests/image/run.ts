import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { evidence } from '../support/evidence.ts'
import { buildah, buildImage, contextIn, debianIn, image } from './build-image.ts'
import { standInNames, testCompose } from './compose.ts'
import { startEngine } from './daemon.ts'
import { buildByDocker, madeBase, testInEngine } from './engine.ts'
import { leftOut, say } from './report.ts'
import { inspectFiles, testOnStrictHost } from './strict-host.ts'

/**
 * Check 62: builds the image of the last commit and tests it under the strictest host, and where a Docker daemon
 * answers or can be started, in that, too. Needs root, buildah and debootstrap, and the network for packages.
 * `npm run image [folder]` keeps the build in the folder; without one nothing is kept.
 */
const [, , kept] = process.argv
const folder = kept ? path.resolve(kept) : mkdtempSync(path.join(tmpdir(), 'console-image-'))

/** Figures of the image in a daemon. */
async function withDocker(): Promise<Record<string, number | string>> {
  const engine = await startEngine(path.join(folder, 'docker'))
  if (typeof engine === 'string') {
    leftOut('docker build, docker run and compose.yaml', engine)
    return { docker: 'not run' }
  }
  try {
    say(`Docker ${engine.version}`)
    const built = buildByDocker(engine, debianIn(folder), contextIn(folder))
    say(`ok docker build in ${built} s`)
    const figures = await testInEngine(engine)
    const file = path.join(contextIn(folder), 'compose.yaml')
    const composed = await testCompose(engine, file, path.join(folder, 'compose'))
    return { docker: engine.version, 'seconds of docker build': built, ...figures, ...composed }
  } finally {
    engine.can('image', 'rm', '--force', image, madeBase, ...standInNames)
    await engine.stop()
  }
}

try {
  buildImage(folder)
  const container = buildah(folder, 'from', '--pull-never', image)
  const root = buildah(folder, 'mount', container)
  const size = inspectFiles(root)
  await testOnStrictHost(folder, root)
  const inDocker = await withDocker()
  evidence({
    check: 62,
    figures: {
      'MB unpacked': size,
      'files of the user outside /data and /tmp': 0,
      'starts on one volume': 2,
      ...inDocker,
    },
    breaks: 'DATA_DIR is left at its default below /app; npm stays in the image',
  })
} finally {
  if (!kept) rmSync(folder, { recursive: true, force: true })
}
