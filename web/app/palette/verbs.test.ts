import { expect, it } from 'vitest'
import { nearScore } from './near.ts'
import { meantBy } from './verbs.ts'

it('tells a verb from what it is about, also before it is written to its end', () => {
  expect(meantBy('restart')).toEqual({ verb: 'restart', name: '' })
  expect(meantBy('Re run month close')).toEqual({ verb: 'rerun', name: 'month close' })
  expect(meantBy('re-run')).toEqual({ verb: 'rerun', name: '' })
  expect(meantBy('abort 77ea3e')).toEqual({ verb: 'cancel', name: '77ea3e' })
  expect(meantBy('resta')).toEqual({ verb: 'restart', name: '' })
  // It may become `restart` or `resume`.
  expect(meantBy('res').verb).toBeNull()
  expect(meantBy('go to plans')).toEqual({ verb: null, name: 'plans' })
  expect(meantBy('pausable')).toEqual({ verb: null, name: 'pausable' })
})

it('finds words with a wrong letter, none that are other words', () => {
  const isNear = (words: string, text: string) => nearScore(words.split(' '), text) > 0
  expect(isNear('chekout', 'Shop checkout')).toBe(true)
  expect(isNear('sendemial', 'task.mail.sendemail')).toBe(true)
  expect(isNear('nigth invoise', 'Nightly invoice run')).toBe(true)
  expect(isNear('zzqqxx', 'Nightly invoice run')).toBe(false)
  expect(isNear('job', 'Shop')).toBe(false)
})
