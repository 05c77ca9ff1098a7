import type { SystemContext, SystemStyleObject } from '@chakra-ui/react'
import { css as serialize, type CSSObject, type SerializedStyles } from '@emotion/react'

/** Sets of styles kept, of which a long session has some hundreds; those of dragged or growing parts come and go. */
const MAX_STYLES = 5000

/**
 * The same system with answers that are kept. Each rendering of an element asks its system for a recipe, for the kind of each
 * property, and for its styles. Chakra makes the recipe again each time, and finds the other two by a text it makes of all that
 * was asked, with sorted keys; then Emotion makes CSS and a hash of the styles. Together that is two fifths of the script of a
 * page's first seconds. What is asked is nearly always the same objects, or has the same JSON.
 */
export function quickSystem(system: SystemContext): SystemContext {
  return {
    ...system,
    cva: sameRecipes(system.cva) as SystemContext['cva'],
    isValidProperty: keptByName((name) => system.isValidProperty(name)),
    css: keptStyles(system.css as StylesOf) as unknown as SystemContext['css'],
  }
}

/** An answer for each name; the names are those that the code of the screens has. */
function keptByName<Answer>(answerOf: (name: string) => Answer): (name: string) => Answer {
  const answers = new Map<string, Answer>()
  return (name) => {
    const known = answers.get(name)
    if (known !== undefined) return known
    const answer = answerOf(name)
    answers.set(name, answer)
    return answer
  }
}

/** An answer for each object, as long as that lives. */
function keptByObject<Asked extends object, Answer>(
  answerOf: (asked: Asked) => Answer,
): (asked: Asked) => Answer {
  const answers = new WeakMap<Asked, Answer>()
  return (asked) => {
    const known = answers.get(asked)
    if (known !== undefined) return known
    const answer = answerOf(asked)
    answers.set(asked, answer)
    return answer
  }
}

/** What Chakra asks of a recipe that is made for an element; the rest of it passes through. */
interface Recipe {
  merge(other: Recipe): Recipe
}

/** One recipe for each of its definitions, and one for each two that are merged. */
function sameRecipes(recipeOf: unknown): (definition?: object) => Recipe {
  const plain = {}
  const mergeable = (recipe: Recipe): Recipe => {
    const merge = recipe.merge.bind(recipe)
    return Object.assign(recipe, { merge: keptByObject((other: Recipe) => mergeable(merge(other))) })
  }
  const kept = keptByObject((definition: object) =>
    mergeable((recipeOf as (definition: object) => Recipe)(definition)),
  )
  return (definition = plain) => kept(definition)
}

type Styles = SystemStyleObject | undefined
type StylesOf = (...styles: Styles[]) => CSSObject

/**
 * The styles of an element as Emotion has them after its own work, which it then leaves out. `first` is what a recipe has
 * given, the same object each time; the others are written where the element is.
 */
function keptStyles(stylesOf: StylesOf): (first: Styles, ...others: Styles[]) => SerializedStyles {
  const numbers = keptByObject(
    (
      (next) => () =>
        next++
    )(1),
  )
  const kept = new Map<string, SerializedStyles>()
  return (first, ...others) => {
    const key = `${first ? numbers(first) : 0}${JSON.stringify(others)}`
    const known = kept.get(key)
    if (known) return known
    if (kept.size >= MAX_STYLES) kept.clear()
    const styles = serialize(stylesOf(first, ...others))
    kept.set(key, styles)
    return styles
  }
}
