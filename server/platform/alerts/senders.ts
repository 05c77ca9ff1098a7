import { alertFaults } from '#shared/domains/alerts/messages.ts'
import { alertMail, chatBody, webhookBody, type AlertMessage } from '#shared/domains/alerts/message.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Mailer } from '../mail/mailer.ts'
import { webhookHeaders } from '#server/lib/standard-webhooks.ts'
import { DeliveryFault, postJson, type WebRequestOptions } from './web-request.ts'

/** An address with its secrets opened. */
export type OpenTarget =
  | { kind: 'email'; address: string }
  | { kind: 'webhook'; url: string; secrets: readonly string[] }
  | { kind: 'chat'; url: string }

/** What came of one try. */
export interface Outcome {
  /** Of HTTP; null without an answer, and of a mail. */
  status: number | null
  ms: number
  /** Null: it was taken. */
  error: string | null
  /** Another try would end the same. */
  isFinal: boolean
  /** When the receiver wants the next try, as a moment; null: it does not say. */
  retryAt: number | null
}

/** `id` names the message in every try; `limitMs`: how long a request may take, 10 s unless given. */
export type Send = (
  target: OpenTarget,
  message: AlertMessage,
  id: string,
  limitMs?: number,
) => Promise<Outcome>

export interface SenderOptions extends Omit<WebRequestOptions, 'limitMs'> {
  mailer: Mailer
  publicUrl: string
  clock: Clock
}

/** Longest part of an answer in an error. */
const MAX_QUOTED = 200
const GONE = 410

/** Sends a message to one address. Never throws: a fault is an outcome. */
export function createSender({ mailer, publicUrl, clock, ...web }: SenderOptions): Send {
  async function post(
    target: Exclude<OpenTarget, { kind: 'email' }>,
    message: AlertMessage,
    id: string,
    limitMs: number | undefined,
  ) {
    const body = JSON.stringify(
      target.kind === 'webhook' ? webhookBody(message, publicUrl) : chatBody(message, publicUrl),
    )
    const headers =
      target.kind === 'webhook' ? webhookHeaders({ id, at: clock.now(), body }, target.secrets) : {}
    const { status, text, retryAfter } = await postJson(
      new URL(target.url),
      { headers, body },
      { ...web, limitMs },
    )
    const isTaken = status >= 200 && status < 300
    return {
      status,
      error: isTaken ? null : answeredText(status, text),
      isFinal: status === GONE,
      retryAt: isTaken ? null : retryAtOf(retryAfter, clock.now()),
    }
  }

  return async (target, message, id, limitMs) => {
    const from = performance.now()
    const timed = <Result extends object>(result: Result) => ({
      ...result,
      ms: Math.round(performance.now() - from),
    })
    const nothing = { status: null, error: null, isFinal: false, retryAt: null }
    try {
      if (target.kind !== 'email') return timed(await post(target, message, id, limitMs))
      await mailer.send({ to: target.address, ...alertMail(message, publicUrl) })
      return timed(nothing)
    } catch (error) {
      const fault = error instanceof DeliveryFault ? error : null
      const text = target.kind === 'email' ? alertFaults.mail : (fault?.message ?? alertFaults.broken)
      return timed({ ...nothing, error: text, isFinal: fault?.isFinal ?? false })
    }
  }
}

/** The status and the first line of a fault's text, without control characters. */
function answeredText(status: number, text: string): string {
  const line = text
    .replace(/[^\P{C}\n]/gu, ' ')
    .trim()
    .split('\n', 1)[0]!
    .slice(0, MAX_QUOTED)
  return line === '' ? alertFaults.status(status) : `${alertFaults.status(status)}: ${line}`
}

/** The moment of a `Retry-After`: seconds from now, or a date. */
function retryAtOf(value: string | null, now: number): number | null {
  if (value === null) return null
  const at = /^\d{1,9}$/.test(value.trim()) ? now + Number(value) * 1000 : Date.parse(value)
  return Number.isNaN(at) ? null : at
}
