import { expect, test } from 'vitest'
import packages from '#package.json'
import { starterKits } from './index.ts'

const [nodejs, csharp] = starterKits.map(({ code }) => code)

test('the kit for Node.js names the versions that it is tested with', () => {
  const named = [...(nodejs ?? '').matchAll(/ (@?[\w/-]+)@(\d[\d.]*)/g)].map(([, name, version]) => [
    name,
    version,
  ])
  expect(named).toEqual([
    ['@aws-sdk/client-sqs', packages.dependencies['@aws-sdk/client-sqs']],
    ['jose', packages.dependencies.jose],
  ])
})

test.each([
  'QUEUE_URL',
  'ACCESS_KEY_ID',
  'SECRET_ACCESS_KEY',
  'PRIVATE_KEY',
  'KEY_ID',
  'PLATFORM_URL',
  'VERSION',
])('both kits take %s', (name) => {
  expect(nodejs).toMatch(new RegExp(`setting\\('${name}'\\)|env\\.${name}\\b`))
  expect(csharp).toMatch(new RegExp(`Setting\\("${name}"\\)|GetEnvironmentVariable\\("${name}"\\)`))
})
