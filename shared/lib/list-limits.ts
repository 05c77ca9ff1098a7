/** Default page size of lists. Limits of lists are separate from the schemas, so that browsers do not load zod for them. */
export const DEFAULT_PAGE_SIZE = 10

/** Maximum page size of lists. */
export const MAX_PAGE_SIZE = 9999

/** Maximum length of the search of a list, in characters. */
export const MAX_LIST_SEARCH = 200
