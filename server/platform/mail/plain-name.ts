/** Longest name in a mail, in characters. */
const NAME_LENGTH = 100

/**
 * A name that other people chose, for the text and the subject of a mail: one line of letters, digits and a few
 * marks. Mail programs make links of addresses that stand in a text, with or without `https://`. So the characters
 * that addresses need (dots, slashes, colons, the at sign, also in their other Unicode forms) become blanks, as do
 * line ends and marks of text direction, which could add headers or lines that look like those of this console.
 */
export function plainName(name: string): string {
  const plain = name
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}\p{So}_'’&()+,#!-]+/gu, ' ')
    .trim()
  return plain.length > NAME_LENGTH ? `${plain.slice(0, NAME_LENGTH - 1)}…` : plain
}

const simpleAddress = /^(?!www\.)[a-z0-9_+%-]+(\.[a-z0-9_+%-]+)*@[a-z0-9-]+(\.[a-z0-9-]+)*$/

/**
 * The address of a user of this installation, whole, because it tells the reader who sent the mail. The rare
 * characters that local parts may have besides, such as `/` and `?`, are treated as in names.
 */
export function plainAddress(email: string): string {
  return simpleAddress.test(email) ? email : plainName(email)
}
