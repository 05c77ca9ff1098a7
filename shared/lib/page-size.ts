/** Rows a list shows when nothing else is asked for (spec section 9). Apart from the schemas for the browser's sake. */
export const DEFAULT_PAGE_SIZE = 10

/** The largest page any list gives (contract section 4). */
export const MAX_PAGE_SIZE = 9999
