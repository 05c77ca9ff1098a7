import { z } from 'zod'

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** A JSON object: states, inputs, outputs. */
export type JsonObject = { [key: string]: Json }

export const json: z.ZodType<Json> = z.json() as z.ZodType<Json>
export const jsonObject: z.ZodType<JsonObject> = z.record(z.string(), json) as z.ZodType<JsonObject>
