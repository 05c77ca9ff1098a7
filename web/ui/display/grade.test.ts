import { expect, it } from 'vitest'
import { gradeOf } from './grade.ts'

it.each([
  [null, 'good'],
  [1, 'good'],
  [0.98, 'good'],
  [0.979, 'doubtful'],
  [0.93, 'doubtful'],
  [0.929, 'bad'],
  [0, 'bad'],
])('a part of %s is %s', (part, grade) => expect(gradeOf(part)).toBe(grade))
