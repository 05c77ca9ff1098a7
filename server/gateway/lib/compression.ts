import { constants } from 'node:zlib'
import type { FastifyCompressOptions } from '@fastify/compress'

/**
 * How answers of rows are compressed for callers that accept it: a run of 302 tasks takes a tenth of its 231 kB. The lowest
 * levels, because higher ones cost the process five times as much for a fifth less. Bodies of requests are never inflated.
 *
 * Such an answer may contain a secret beside a text of the caller, whose length would tell of it (the BREACH attack). So it
 * is for routes that answer only requests with `x-csrf`, which no foreign page can send.
 */
export const compression: FastifyCompressOptions = {
  encodings: ['br', 'gzip'],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  zlibOptions: { level: constants.Z_BEST_SPEED },
  // What fits into one packet is not made smaller.
  threshold: 1400,
  globalDecompression: false,
}
