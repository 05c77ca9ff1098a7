import { readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { benchEngine } from './engine/run.ts'
import { benchFanOut } from './fanout/run.ts'
import { benchFaults } from './faults/run.ts'
import { benchGraph } from './graph/run.ts'
import { benchLists } from './lists/run.ts'
import { benchProxy } from './proxy/run.ts'
import { benchQueue } from './queue/run.ts'
import { benchSoak } from './soak/run.ts'
import { benchStart } from './start/run.ts'

/**
 * `npm run bench [-- NAME...]`: the goals as ratios beside peers, both sides in one run. Each named section of
 * README.md is written anew between its markers; the others stay.
 */
const goals: Record<string, () => Promise<string>> = {
  g1: benchFanOut,
  g6: benchProxy,
  g9: benchEngine,
  g10: benchStart,
  g11: benchGraph,
  lists: benchLists,
  queue: benchQueue,
  faults: benchFaults,
  soak: benchSoak,
}
/** Half an hour long, so only when it is asked for by name. */
const long = ['soak']
const asked = process.argv.slice(2).map((name) => name.toLowerCase())
const unknown = asked.filter((name) => !goals[name])
if (unknown.length)
  throw new Error(`no such bench: ${unknown.join(', ')} (there are ${Object.keys(goals).join(', ')})`)

const readme = new URL('README.md', import.meta.url)
const usual = Object.keys(goals).filter((name) => !long.includes(name))
for (const name of asked.length ? asked : usual) {
  const section = (await goals[name]?.()) ?? ''
  const machine = `Measured ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()}).`
  process.stdout.write(`\n${section}\n\n${machine}\n`)
  const text = await readFile(readme, 'utf8')
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [before, after] = [text.indexOf(start) + start.length, text.indexOf(end)]
  await writeFile(readme, `${text.slice(0, before)}\n\n${section}\n\n${machine}\n\n${text.slice(after)}`)
}
