import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { parseTraceparent, type TraceHeaders, type TraceSpan, type Tracing } from './tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of the request; absent when it is not traced. */
    span?: TraceSpan | null
    /** What the calls that it causes send on; absent when it is not traced. */
    traceHeaders?: TraceHeaders | null
  }
}

export interface RequestTracingOptions {
  tracing: Tracing
  /** Requests without a span of their own, such as probes, files and polls. */
  skips(request: FastifyRequest): boolean
}

/** What the rules of the W3C ask to be passed on at least, in characters. */
const STATE_LENGTH = 512

/**
 * One span for each request, which continues the trace that its headers name. Registered only while traces are exported,
 * and before what refuses requests. The span has the pattern of the route, never the address.
 */
export const requestTracing = fp(
  async (app: FastifyInstance, { tracing, skips }: RequestTracingOptions) => {
    app.decorateRequest('span', null)
    app.decorateRequest('traceHeaders', null)

    app.addHook('onRequest', (request, _reply, next) => {
      if (skips(request)) return next()
      const { method, headers } = request
      const route = request.routeOptions.url ?? 'unknown'
      const parent = parseTraceparent(headers['traceparent']) ? String(headers['traceparent']) : null
      const attributes = { 'http.request.method': method, 'http.route': route, 'request.id': request.id }
      const span = tracing.start({ name: `${method} ${route}`, kind: 'server', parent, attributes })
      const state = parent === null ? undefined : headers['tracestate']
      request.span = span
      request.traceHeaders = {
        traceparent: span.traceparent,
        ...(typeof state === 'string' && state.length <= STATE_LENGTH ? { tracestate: state } : {}),
      }
      next()
    })

    app.addHook('onResponse', (request, reply, next) => {
      const { span } = request
      span?.set({ 'http.response.status_code': reply.statusCode })
      if (reply.statusCode >= 500) span?.fail()
      span?.end()
      next()
    })

    // The caller has gone before its answer.
    app.addHook('onRequestAbort', (request, next) => {
      request.span?.end()
      next()
    })
  },
  { name: 'request-tracing' },
)
