import './cut-text.css'

/** The characters at the end of a text that stay when it is cut. */
const TAIL = 7

/** The two parts of a text between which it is cut; the first is empty for a text that is not longer than its end. */
export function cutParts(text: string): [head: string, tail: string] {
  const characters = [...text]
  if (characters.length <= TAIL) return ['', text]
  const tail = Math.min(TAIL, Math.floor(characters.length / 2))
  return [
    characters.slice(0, characters.length - tail).join(''),
    characters.slice(characters.length - tail).join(''),
  ]
}

/**
 * A text on one line. One that is too long is cut in the middle, because names of similar things differ at their
 * ends, or `atEnd`, where its beginning names it. The whole text stays in the document and is shown as a tooltip.
 */
export function CutText({
  text,
  className = '',
  atEnd = false,
}: {
  text: string
  className?: string
  atEnd?: boolean
}) {
  const [head, tail] = atEnd ? [text, ''] : cutParts(text)
  return (
    <span className={`cut-text ${className}`} title={text}>
      {head && <span>{head}</span>}
      {tail && <span>{tail}</span>}
    </span>
  )
}
