import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { configuration, configurationPage } from './configuration.ts'
import { licences, licencesPage } from './licences.ts'
import { root } from './lock.ts'
import { sbom } from './sbom.ts'

/** `npm run configuration`, `licences` and `sbom`: `docs/configuration.md`, `docs/licences.md`, `dist/sbom.cdx.json`. */
const prints: Record<string, () => Promise<{ file: string; text: string }>> = {
  configuration: async () => ({ file: configurationPage, text: await configuration() }),
  licences: async () => ({ file: licencesPage, text: await licences() }),
  sbom: async () => ({ file: 'dist/sbom.cdx.json', text: `${JSON.stringify(sbom(), null, 2)}\n` }),
}

const [asked = ''] = process.argv.slice(2)
const print = prints[asked]
if (!print) throw new Error(`print what? ${Object.keys(prints).join(', ')}`)
const { file, text } = await print()
mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
writeFileSync(path.join(root, file), text)
process.stdout.write(`${file}\n`)
