/** The form in which texts are compared: any case, one form of each character. */
export const normal = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Everything but letters, digits and pictures. */
const apart = /[^\p{L}\p{N}\p{M}\p{So}]+/u

/** The words of a text in their order, in their normal form. */
export const searchWords = (text: string): string[] => normal(text).split(apart).filter(Boolean)
