import type { AttentionLinks } from '../attention/contract.ts'
import type { AlertKind } from './kinds.ts'
import { alertMailMessages, alertMessages } from './messages.ts'

/** What a message is about, before it is known to whom it goes. */
export interface AlertNotice {
  kind: AlertKind
  sentence: string
  /** A moment in ISO form. */
  at: string
  links: AttentionLinks
  /** The runs that it is about, newest first, at most 20; none where it is about an item. */
  runIds: string[]
}

/** A message of a rule: the same for all its addresses. */
export interface AlertMessage extends Omit<AlertNotice, 'kind' | 'runIds'> {
  kind: AlertKind | 'test'
  rule: { _id: string; name: string }
  /** What came since the last message about the same, and was held back. */
  more: number
}

/** The pages of the console that a message leads to, as whole addresses. */
export interface AlertPages {
  run?: string
  group?: string
  queue?: string
  rule: string
}

/** The pages of a message; `publicUrl` is the origin of the console. */
export function alertPages(
  { links, rule }: Pick<AlertMessage, 'links' | 'rule'>,
  publicUrl: string,
): AlertPages {
  const { appId, workqueueId, groupId, type, alias } = links
  const pages: AlertPages = { rule: `${publicUrl}/account?tab=alerts&rule=${rule._id}` }
  if (appId !== undefined && workqueueId !== undefined)
    pages.run = `${publicUrl}/apps/${appId}/workqueues/${workqueueId}`
  if (groupId !== undefined) pages.group = `${publicUrl}/dashboard/failures/${groupId}`
  else if (type !== undefined && alias !== undefined)
    pages.queue = `${publicUrl}/dashboard/backlog?open=${encodeURIComponent(type)}/${encodeURIComponent(alias)}`
  return pages
}

/** One line without control characters and marks of text direction: names in it are those that people chose. */
const plainLine = (text: string) => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** A character of no width: chats that read Markdown see neither a mention nor a link across it. */
const APART = '\u200b'

/** The text as a chat shows it: none of it is a mention or a text that hides an address. */
const chatText = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', `@${APART}`)
    .replaceAll('](', `]${APART}(`)

/** `Nobody polls resize · edge, and 2 more`: one line, as all addresses get it. */
export const alertLine = ({ sentence, more }: Pick<AlertMessage, 'sentence' | 'more'>): string =>
  [plainLine(sentence), alertMessages.more(more)].filter(Boolean).join(', ')

/** The body of a webhook: that of Standard Webhooks, with the type `alert.{kind}`. */
export const webhookBody = (message: AlertMessage, publicUrl: string) => ({
  type: `alert.${message.kind}`,
  timestamp: message.at,
  data: {
    rule: message.rule,
    kind: message.kind,
    sentence: plainLine(message.sentence),
    more: message.more,
    ...message.links,
    links: alertPages(message, publicUrl),
  },
})

/** The body of an incoming webhook of a chat. */
export const chatBody = (message: AlertMessage, publicUrl: string) => ({
  text: [chatText(alertLine(message)), ...pageLines(message, publicUrl, chatText)].join('\n'),
})

/** Subject and text of a mail. */
export const alertMail = (message: AlertMessage, publicUrl: string) => ({
  subject: alertLine(message),
  text: `${[`${alertLine(message)}.`, '', ...pageLines(message, publicUrl)].join('\n')}\n`,
})

/** A line for each page; `shown` is how the receiver shows a name. */
function pageLines(
  message: AlertMessage,
  publicUrl: string,
  shown = (text: string): string => text,
): string[] {
  const { run, group, queue, rule } = alertPages(message, publicUrl)
  const labelled = [
    [alertMailMessages.run, run],
    [alertMailMessages.group, group],
    [alertMailMessages.queue, queue],
    [alertMailMessages.rule(shown(plainLine(message.rule.name))), rule],
  ] as const
  return labelled.flatMap(([label, address]) => (address === undefined ? [] : [`${label}: ${address}`]))
}
