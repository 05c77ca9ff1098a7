import { expect, test } from 'vitest'
import { gatewaySchema, platformSchema } from '#server/config-schema.ts'
import { configuration, configurationPage } from './configuration.ts'
import { readText } from './lock.ts'

test('every name has a meaning, and says what applies when it is unset', () => {
  const all = Object.entries({ ...gatewaySchema.shape, ...platformSchema.shape })
  for (const [name, schema] of all)
    expect([name, schema.meta()]).toEqual([
      name,
      expect.objectContaining({ description: expect.stringMatching(/\w/) }),
    ])
})

test('docs/configuration.md is up to date (`npm run configuration`)', async () => {
  expect(readText(configurationPage)).toBe(await configuration())
})
