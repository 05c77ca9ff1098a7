/** Default page size of lists. Separate from the schemas, so that browsers do not load zod for it. */
export const DEFAULT_PAGE_SIZE = 10

/** Maximum page size of lists. */
export const MAX_PAGE_SIZE = 9999
