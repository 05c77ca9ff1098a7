import type { Ids } from '../support/account-matrix.ts'
import { fillAccount } from './account-content.ts'
import type { Operator } from './operator.ts'

export interface MarkedAccount {
  ids: Ids
  /** Every secret of the account that is shown only on request. */
  secrets: string[]
}

/** Number of secrets of each kind besides the first ones. */
const EACH = 20

/** An account with content and many secrets: access tokens, variables, keys of aliases, environments of deployments. */
export async function markedAccount(owner: Operator): Promise<MarkedAccount> {
  const ids = await fillAccount(owner)
  const secrets: string[] = []
  const call = async (method: string, url: string, body: object = {}) => {
    const answer = await owner.send(method, { url, ...(method === 'GET' ? {} : { body }) })
    if (answer.status >= 400) throw new Error(`${method} ${url}: ${answer.status} ${answer.text}`)
    return answer.body
  }
  const value = (kind: string, index: number) => {
    const text = `marked-${kind}-${index}-${crypto.randomUUID()}`
    secrets.push(text)
    return text
  }
  for (let index = 0; index < EACH; index++) {
    await call('POST', `/api/apps/${ids.app}/token`)
    await call('POST', `/api/apps/${ids.app}/variables`, {
      name: `V${index}`,
      value: value('variable', index),
    })
  }
  for (let index = 0; index < EACH / 2; index++) {
    const alias = `alias-${index}`
    await call('POST', `/api/workers/${ids.worker}/aliases`, { aliasName: alias })
    const key = await call('PUT', `/api/workers/${ids.worker}/aliases/${alias}/jwt`, { name: 'key' })
    secrets.push(String(key['privateKey']).split('\n')[1] ?? '')
  }
  const environment = Object.fromEntries(
    Array.from({ length: EACH }, (_, index) => [`E${index}`, value('environment', index)]),
  )
  await call('PUT', `/api/deployments/${ids.deployment}`, { environment })
  const app = (await call('GET', `/api/apps/${ids.app}`)) as { tokens: { secret: string }[] }
  const worker = (await call('GET', `/api/workers/${ids.worker}`)) as {
    aliases: { secretAccessKey: string }[]
  }
  secrets.push(...app.tokens.map(({ secret }) => secret))
  secrets.push(...worker.aliases.map(({ secretAccessKey }) => secretAccessKey))
  // One run reads a variable, as a task of a worker would.
  const tasks = [{ name: 'Read', type: ids.workerType, inputs: { secret: ['$var.V0'] } }]
  await call('POST', `/api/workqueues?appId=${ids.app}`, { name: 'Reads a variable', tasks })
  return { ids, secrets }
}

/** Those that a text contains, whole or without a masked beginning. */
export const foundIn = (text: string, secrets: readonly string[]) =>
  secrets.filter((secret) => text.includes(secret) || text.includes(secret.slice(-8)))
