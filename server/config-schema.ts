import { z } from 'zod'
import { commonSettings } from './config/common.ts'
import { httpUrl } from './config/forms.ts'
import { gatewaySettings } from './config/gateway.ts'
import { platformLimits } from './config/platform-limits.ts'
import { platformServices } from './config/platform-services.ts'
import { platformSettings } from './config/platform.ts'

/**
 * The environment of each process: form, default and meaning of each name. `unset` describes the behaviour of a name
 * without a default. `docs/configuration.md` is printed from it, in this order.
 */

export const gatewaySchema = z.object({ ...commonSettings, ...gatewaySettings })

export const platformSchema = z.object({
  ...commonSettings,
  ...platformSettings,
  ...platformServices,
  ...platformLimits,
})

/** The names that `tests/contract` reads. */
export const contractSchema = z.object({
  CONTRACT_URL: httpUrl.optional(),
  CONTRACT_EMAIL: z.string().trim().optional(),
  CONTRACT_PASSWORD: z.string().optional(),
  CONTRACT_MAIL_LOG: z.string().optional(),
})
