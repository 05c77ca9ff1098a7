import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

const answer = { body: z.looseObject({ openapi: z.string(), paths: z.looseObject({}) }) }

/** `GET /api/docs`: the reference of all calls as OpenAPI 3.1. */
export async function apiDocs(app: FastifyInstance): Promise<void> {
  app.get(
    '/docs',
    { config: { platformAccess: 'public' }, schema: { summary: 'This reference', answer } },
    (_request, reply) => reply.send(app.openapi()),
  )
}
