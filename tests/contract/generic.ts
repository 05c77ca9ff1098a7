import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { AccountClient } from './account-client.ts'
import { unknownId } from './account-client.ts'
import { bodyOf, expectRefusal, expectStatus, query } from './client.ts'

const counted = z.object({ count: z.int() })
const modified = z.object({ matched: z.int(), modified: z.int() })
export const pageOf = <Row>(row: z.ZodType<Row>) => z.object({ data: z.array(row), total: z.int() })

/** The inputs of the generic tests for one entity. */
export interface Generic<Entity extends { _id: string }> {
  plural: string
  entity: z.ZodType<Entity>
  /** What a change and `findOne` return, if they have fewer fields. */
  changed?: z.ZodType<{ _id: string }>
  found?: z.ZodType<{ _id: string }>
  /** A row of the list, if it has fewer fields. */
  row?: z.ZodType<{ _id: string }>
  /** A new entity, by a call that answers 201. */
  make(client: AccountClient): Promise<{ _id: string }>
  /** List filters that only this entity passes. */
  only(entity: Entity): Record<string, string>
  /** Body of `PUT {plural}/{id}`, and the fields that the entity must show afterwards. */
  change: object
  /** Its fields that the answer to the change has with masks. */
  masked?: object
  /** Body of `PUT {plural}?where=`. */
  changeMany: object
  /** Required fields of a new entity. */
  refused?: object[]
  /** Deleted ones are 404 unless this says otherwise. */
  staysReadable?: true
}

/** The generic calls of an entity with their answers; see docs/platform-contract.md#calls. */
export function genericCalls<Entity extends { _id: string }>(
  useClient: () => AccountClient,
  generic: Generic<Entity>,
): void {
  const { plural, entity, make } = generic
  const { row = entity, changed = entity, found = changed } = generic
  const create = async () => {
    const { _id } = await make(useClient())
    const one = bodyOf(await useClient().get(`${plural}/${_id}`), entity)
    expect(one._id).toBe(_id)
    return { one, at: `${plural}/${_id}`, only: generic.only(one) }
  }

  describe(`generic calls of ${plural}`, () => {
    test('a new one is listed, counted and found', async () => {
      const { one, only } = await create()
      const list = bodyOf(
        await useClient().get(`${plural}${query({ ...only, page: 1, pagesize: 10 })}`),
        pageOf(row),
      )
      expect(list).toMatchObject({ total: 1, data: [{ _id: one._id }] })
      const { count } = bodyOf(await useClient().get(`${plural}/count${query(only)}`), counted)
      expect(count).toBe(1)
      expect(bodyOf(await useClient().get(`${plural}/findOne${query(only)}`), found)._id).toBe(one._id)
    })

    test('a change is returned and stored', async () => {
      const { one, at } = await create()
      const answer = bodyOf(await useClient().put(at, generic.change), changed)
      expect(answer).toMatchObject({ _id: one._id, ...generic.change, ...generic.masked })
      expect(bodyOf(await useClient().get(at), entity)).toMatchObject(generic.change)
    })

    test('a change by filter returns the number of changed rows', async () => {
      const { at, only } = await create()
      const where = query({ where: JSON.stringify(only) })
      const answer = bodyOf(await useClient().put(`${plural}${where}`, generic.changeMany), modified)
      expect(answer).toEqual({ matched: 1, modified: 1 })
      expect(bodyOf(await useClient().get(at), entity)).toMatchObject(generic.changeMany)
    })

    test('a deleted one is 404', async () => {
      const { at, only } = await create()
      expectStatus(await useClient().remove(at), 204)
      if (!generic.staysReadable) expectRefusal(await useClient().get(at), 404)
      expect(bodyOf(await useClient().get(`${plural}/count${query(only)}`), counted)).toEqual({ count: 0 })
      expectRefusal(await useClient().get(`${plural}/findOne${query(only)}`), 404)
    })

    test('an unknown one is 404', async () => {
      const at = `${plural}/${unknownId}`
      expectRefusal(await useClient().get(at), 404)
      expectRefusal(await useClient().put(at, generic.change), 404)
      expectRefusal(await useClient().remove(at), 404)
    })

    test.each(generic.refused ?? [])('refuses a new one: %j', async (body) => {
      expectRefusal(await useClient().post(plural, body), 400)
    })

    test.each(['', '{}', '[]', 'no JSON', '{"$where":"1"}'])(
      'refuses a change by the filter %j',
      async (where) => {
        expectRefusal(await useClient().put(`${plural}${query({ where })}`, generic.changeMany), 400)
      },
    )

    test('refuses a change without a filter', async () => {
      expectRefusal(await useClient().put(plural, generic.changeMany), 400)
    })
  })
}
