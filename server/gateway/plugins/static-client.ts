import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#server/lib/errors.ts'
import { addPageHeaders, type SecurityHeadersOptions } from './security-headers.ts'

const year = 'public, max-age=31536000, immutable'
/** A file that never changes needs nothing to compare it by: 100 bytes less in each of the 50 answers of a first visit. */
const unchanging = { etag: false, lastModified: false, acceptRanges: false }

export interface StaticClientOptions extends SecurityHeadersOptions {
  clientDir: string
}

/**
 * Serves the built client. Names under `/assets` contain a hash of their content and are cached without limit; the
 * page is revalidated each time. Any other unknown path is a screen of the client and gets the page.
 */
export async function staticClientPlugin(app: FastifyInstance, options: StaticClientOptions): Promise<void> {
  const { clientDir } = options
  // The files are listed at start, so request text never becomes a file name.
  const files = listFiles(clientDir)
  await addPageHeaders(app, options)
  await app.register(fastifyStatic, {
    root: clientDir,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  })

  app.get<{ Params: { '*': string } }>('/*', { config: { access: 'public' } }, (request, reply) => {
    const name = request.params['*']
    if (name.startsWith('assets/')) {
      if (!files.has(name)) throw new AppError('NOT_FOUND')
      return reply.header('cache-control', year).sendFile(name, unchanging)
    }
    return files.has(name) && name !== 'index.html'
      ? reply.header('cache-control', 'no-cache').sendFile(name)
      : sendPage(reply)
  })
}

function sendPage(reply: FastifyReply): FastifyReply {
  reply.helmet()
  return reply.header('cache-control', 'no-cache').sendFile('index.html')
}

/** Names relative to `dir`, with forward slashes, without the compressed variants. */
function listFiles(dir: string): Set<string> {
  return new Set(
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
      .map((entry) => relative(dir, join(entry.parentPath, entry.name)).split(sep).join('/')),
  )
}
