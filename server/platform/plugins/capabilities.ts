import type { FastifyInstance } from 'fastify'
import { capabilities, type Capabilities } from '#shared/lib/features.ts'
import { VERSION } from '#server/lib/version.ts'

/**
 * `GET capabilities`: the version, and the features whose routes are registered (`feature` in the config of a
 * route), for every caller with valid credentials.
 */
export async function capabilitiesRoute(app: FastifyInstance): Promise<void> {
  const schema = {
    summary: 'The version of the platform and the features that it has',
    answer: { body: capabilities },
  }
  app.get('/capabilities', { config: { platformAccess: 'signed-in' }, schema }, (): Capabilities => ({
    version: VERSION,
    features: [...app.platformFeatures].sort(),
  }))
}
