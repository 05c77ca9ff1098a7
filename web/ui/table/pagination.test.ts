import { expect, it } from 'vitest'
import { pageNumbers } from './pagination.tsx'

it.each([
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [2, 3, [1, 2, 3]],
  [1, 442, [1, 2, 3, null, 442]],
  [4, 442, [1, 2, 3, 4, 5, null, 442]],
  [200, 442, [1, null, 199, 200, 201, null, 442]],
  [442, 442, [1, null, 440, 441, 442]],
])('page %d of %d shows %j', (page, count, numbers) => expect(pageNumbers(page, count)).toEqual(numbers))
