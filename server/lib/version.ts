/** The version shown in the footer and by `GET /session` (spec section 9). */
export const VERSION = '1.0.108'
