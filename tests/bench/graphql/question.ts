import operations from '../../../shared/operations.json' with { type: 'json' }

/**
 * The list of runs as the console requests it, without filters: the same query for every server of the
 * comparison.
 */
const found = Object.entries(operations).find(([, { name }]) => name === 'WorkqueueList')
if (!found) throw new Error('The console has no operation WorkqueueList')
const [sha256Hash, { text: query }] = found
const variables = { appId: '6b022ac6753b7a7b4ff6a351', page: 1, perPage: 10 }

/** As the console's client requests it: by the id of its operation. */
export const asked = JSON.stringify({
  extensions: { persistedQuery: { version: 1, sha256Hash } },
  variables,
})

/** As other servers get it: by its text. */
export const askedInWords = JSON.stringify({ query, variables })

/** The path of the platform that returns it. */
export const rowsPath = '/api/workqueues?appId=6b022ac6753b7a7b4ff6a351&page=1&pagesize=10'
