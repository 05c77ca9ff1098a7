/** Maximum nesting of a condition, literals included. */
export const MAX_CONDITION_DEPTH = 32

type Report = (path: string, message: string) => void

/** Reports every fault of a condition: unknown operators, wrong operands, too deep nesting. */
export function checkCondition(condition: unknown, path: string, report: Report, depth = 1): void {
  if (typeof condition !== 'object' || condition === null) return
  if (depth > MAX_CONDITION_DEPTH) return report(path, `is nested deeper than ${MAX_CONDITION_DEPTH}`)
  if (Array.isArray(condition)) {
    condition.forEach((part, index) => checkCondition(part, `${path}[${index}]`, report, depth + 1))
    return
  }
  const operators = Object.keys(condition)
  const [operator] = operators
  if (operators.length !== 1 || operator === undefined)
    return report(path, 'must hold exactly one of and, or, in, var')
  const operand: unknown = (condition as Record<string, unknown>)[operator]
  const at = `${path}.${operator}`
  if (operator === 'and' || operator === 'or') checkParts(operand, at, report, depth)
  else if (operator === 'in') checkMembership(operand, at, report, depth)
  else if (operator === 'var') checkVariable(operand, at, report, depth)
  else report(at, `unknown operator "${shorten(operator)}": use and, or, in, var`)
}

function checkParts(operand: unknown, path: string, report: Report, depth: number): void {
  if (!Array.isArray(operand) || operand.length === 0)
    return report(path, 'must be an array of at least one condition')
  operand.forEach((part, index) => checkCondition(part, `${path}[${index}]`, report, depth + 1))
}

function checkMembership(operand: unknown, path: string, report: Report, depth: number): void {
  if (!Array.isArray(operand) || operand.length !== 2)
    return report(path, 'must be an array of a value and a list or text')
  operand.forEach((part, index) => checkCondition(part, `${path}[${index}]`, report, depth + 1))
}

function checkVariable(operand: unknown, path: string, report: Report, depth: number): void {
  if (typeof operand === 'string') return
  if (!Array.isArray(operand) || operand.length < 1 || operand.length > 2 || typeof operand[0] !== 'string')
    return report(path, 'must be a path, or an array of a path and a default')
  if (operand.length === 2) checkCondition(operand[1], `${path}[1]`, report, depth + 1)
}

const shorten = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)
