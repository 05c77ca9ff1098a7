import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { chartReadme, valueRows } from './readme.ts'
import { chart, manifest, ofKind, render } from './render.ts'
import { problemsOf } from './strict.ts'

test('helm/README.md is up to date (`npm run chart`)', async () => {
  await expect(chartReadme()).toMatchFileSnapshot(path.join(chart, 'README.md'))
})

test.each(['docs/deploying.md', 'helm/README.md'])(
  '%s: the page names the image wherever the chart is installed',
  (page) => {
    const text = readFileSync(path.join(chart, '..', page), 'utf8').replaceAll(/\\\n/g, ' ')
    const installed = text.match(/helm (install|upgrade) console .*/g) ?? []
    expect(installed.length).toBeGreaterThan(0)
    const image = '--set image.repository=registry.example.com/workforce-console'
    expect(installed.filter((line) => !line.includes(image))).toEqual([])
  },
)

test('the pod that copies the volume of the database is valid and has that volume', async () => {
  const page = readFileSync(path.join(chart, '../docs/deploying.md'), 'utf8')
  const [, text = ''] = /```yaml\n(# console-data\.yaml\n[^`]*)```/.exec(page) ?? []
  const pod = manifest.parse(parse(text))
  expect(await problemsOf(pod)).toEqual([])
  const claims = ofKind(await render({}), 'PersistentVolumeClaim')
  const { name } = claims[0]!.metadata
  const claimName = name.replace(/^release-/, 'console-')
  expect(pod).toHaveProperty('spec.volumes', [{ name: 'data', persistentVolumeClaim: { claimName } }])
  expect(page).toContain(`kubectl scale deployment ${claimName} --replicas=0`)
})

test('refuses a value without an explanation', () => {
  expect(
    valueRows('# One.\none: 1\n# Two.\ntwo:\n  # Three.\n  three: []\n').map(({ name }) => name),
  ).toEqual(['one', 'two', 'two.three'])
  expect(() => valueRows('# One.\none: 1\ntwo: 2\n')).toThrow('two has no comment')
})
