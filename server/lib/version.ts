/** The version in the footer and in `GET /session`. */
export const VERSION = '1.0.108'
