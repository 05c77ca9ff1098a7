import { expect, it } from 'vitest'
import { fieldInWords, pathText } from './field-names.ts'

it.each([
  [['email'], 'Email', 'email'],
  [['dockerTag'], 'Docker tag', 'dockerTag'],
  [['redirectUrl'], 'Redirect URL', 'redirectUrl'],
  [['_id'], 'Id', '_id'],
  [['workQueueId'], 'Workqueue id', 'workQueueId'],
  [['invitation', 'email'], 'Invitation email', 'invitation.email'],
  [['resources', 'limits', 'cpu'], 'Resources limits CPU', 'resources.limits.cpu'],
  [['environment', 'API_KEY'], 'Environment API_KEY', 'environment.API_KEY'],
  [['tasks', 2, 'name'], 'tasks[2].name', 'tasks[2].name'],
  [['tags', 0], 'tags[0]', 'tags[0]'],
  [['created[$gt]'], 'created[$gt]', 'created[$gt]'],
  [['__proto__'], '__proto__', '__proto__'],
  [[], '', ''],
  [['x'.repeat(100)], `${'x'.repeat(80)}…`, `${'x'.repeat(80)}…`],
])('%j is %j in words and %j as a path', (path, inWords, text) => {
  expect([fieldInWords(path), pathText(path)]).toEqual([inWords, text])
})
