import { expect } from 'vitest'
import type { z } from 'zod'
import { calls, callOf } from './calls.ts'
import { readReference, type Reference } from './reference.ts'
import { target } from './target.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface Answer {
  status: number
  /** Parsed JSON; undefined without a body. */
  body: unknown
  headers: Headers
  /** The request, for messages. */
  asked: string
}

/** Headers besides those of JSON, above all `authorization` and `account-id`. */
export type Caller = Record<string, string>

const known = Object.values(calls).flat()
const made = new Set<string>()
let reference: Promise<Reference> | null = null

/** The calls of the table that this file has made. */
export const callsMade = (): ReadonlySet<string> => made

/**
 * One call; `path` follows `/api/` and includes the query. Its answer is checked against the platform's own
 * reference.
 */
export async function send(method: Method, path: string, caller: Caller, sent?: unknown): Promise<Answer> {
  const [bare = ''] = path.split('?')
  const call = callOf(known, method, bare)
  if (call) made.add(call)
  const response = await fetch(`${target.base}/api/${path}`, {
    method,
    headers: { ...caller, ...(sent === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    redirect: 'error',
  })
  const text = await response.text()
  const body: unknown = text === '' ? undefined : JSON.parse(text)
  const { status, headers } = response
  const check = await (reference ??= readReference(target.base))
  check({ method, path: `/api/${bare}`, sent, status, body })
  return { status, body, headers, asked: `${method} ${path}` }
}

/** An answer's body in the form of the contract; fails on another status. */
export function bodyOf<Body>(answer: Answer, schema: z.ZodType<Body>, status = 200): Body {
  expectStatus(answer, status)
  const parsed = schema.safeParse(answer.body)
  expect(parsed.error?.issues ?? [], `${answer.asked}: ${JSON.stringify(answer.body)}`).toEqual([])
  return parsed.data as Body
}

export function expectStatus({ asked, status, body }: Answer, wanted: number): void {
  expect(`${asked} -> ${status}`, JSON.stringify(body)).toBe(`${asked} -> ${wanted}`)
}

/**
 * A refusal: its status, and the error body if the platform sends one; see docs/platform-contract.md#errors.
 */
export function expectRefusal(answer: Answer, status: number): void {
  expectStatus(answer, status)
  const body = answer.body as Record<string, unknown> | undefined
  if (body === undefined || !('statusCode' in body)) return
  expect(body).toMatchObject({
    statusCode: status,
    code: expect.any(String),
    requestId: expect.any(String),
    message: expect.stringMatching(/./),
  })
}

/** A query as the console sends it: arrays joined by commas, undefined values omitted. */
export function query(values: Record<string, string | number | readonly string[] | undefined>): string {
  const pairs = Object.entries(values).filter(([, value]) => value !== undefined)
  return `?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}`
}
