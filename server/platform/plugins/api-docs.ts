import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { escapeHtml } from '#server/lib/html.ts'
import type { OpenApi } from './openapi.ts'

const answer = { body: z.looseObject({ openapi: z.string(), paths: z.looseObject({}) }) }

/** `GET /api/docs`: the reference of all calls as OpenAPI 3.1, or as a page when a browser asks for HTML. */
export async function apiDocs(app: FastifyInstance): Promise<void> {
  app.get(
    '/docs',
    { config: { platformAccess: 'public' }, schema: { summary: 'This reference', answer } },
    (request, reply) => {
      const document = app.openapi()
      if (!request.headers.accept?.includes('text/html')) return reply.send(document)
      return reply.type('text/html; charset=utf-8').send(page(document))
    },
  )
}

interface Operation {
  summary: string
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: { content: object }
  responses: Record<string, { content?: object }>
}

function page({ info, paths, components }: OpenApi): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => section(method, path, operation as Operation)),
  )
  const schemas = Object.entries(components['schemas'] ?? {}).map(
    ([name, schema]) => `<h3 id="${escapeHtml(name)}">${escapeHtml(name)}</h3>${listing(schema)}`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(info.title)}</title>
<h1>${escapeHtml(info.title)} ${escapeHtml(info.version)}</h1><p>${escapeHtml(info.description)}</p>
<h2>Calls</h2>${calls.join('')}<h2>Schemas</h2>${schemas.join('')}</html>`
}

function section(method: string, path: string, operation: Operation): string {
  const parameters = operation.parameters.map(
    ({ name, in: place, required }) =>
      `<li><code>${escapeHtml(name)}</code> (${place}${required ? ', required' : ''})</li>`,
  )
  const answers = Object.entries(operation.responses).map(
    ([status, { content }]) => `<p>Answer ${escapeHtml(status)}</p>${content ? listing(content) : ''}`,
  )
  return `<details><summary><code>${method.toUpperCase()} ${escapeHtml(path)}</code> ${escapeHtml(operation.summary)}</summary>
<ul>${parameters.join('')}</ul>${operation.requestBody ? `<p>Body</p>${listing(operation.requestBody.content)}` : ''}${answers.join('')}</details>`
}

const listing = (value: object) => `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`
