import { expect, it } from 'vitest'
import { createFluxConfig } from '#shared/domains/clusters/flux.ts'
import { configWithoutSecrets, configWithSecrets } from './config-draft.tsx'

const amounts = { cpu: '1000m', memory: '128Mi' }
const stored = createFluxConfig(
  {
    alias: 'crane',
    dockerTag: 'latest',
    replicaCount: 1,
    resources: { limits: amounts, requests: amounts },
    environment: { DB_PASSWORD: 'harbour-secret', PORT: '8080' },
  },
  { gitUrl: null, workerType: 'task.ops.crane' },
)

it('has no value of the environment, and gets the stored ones back', () => {
  const edited = stored.replace('replicaCount: 1', 'replicaCount: 7 # for the fair')
  const kept = configWithoutSecrets(edited)
  expect(kept).toContain('replicaCount: 7 # for the fair')
  expect(kept).toContain('DB_PASSWORD')
  expect(kept).not.toMatch(/harbour-secret|8080/)
  expect(configWithSecrets(kept ?? '', stored)).toBe(edited)
})

it('does not contain a value that was typed, nor one that stands in another place', () => {
  const typed = stored.replace('harbour-secret', 'new-secret')
  expect(configWithoutSecrets(typed)).not.toContain('new-secret')
  expect(configWithSecrets(configWithoutSecrets(typed) ?? '', stored)).toBe(stored)
  expect(configWithoutSecrets(`# harbour-secret\n${stored}`)).toBeNull()
  expect(configWithoutSecrets(`${stored}\n  harbour-secret: [`)).toBeNull()
})
