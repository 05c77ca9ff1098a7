import { z } from 'zod'
import { duration, durationUnits, flag, httpOrigin, httpUrl, nameList, port } from './forms.ts'

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/** Settings of both processes. */
export const commonSettings = {
  PORT: port.default(8080).meta({ description: 'port of the public listener' }),
  PUBLIC_URL: httpOrigin.optional().meta({
    description: 'the origin that browsers use: decides cookie flags, allowed origins and links in mails',
    unset: '`http://localhost:$PORT` in mails and queue addresses',
  }),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .meta({ description: 'the lowest level that is logged' }),
  DATA_DIR: z
    .string()
    .default('./data')
    .meta({ description: "the embedded platform's folder: keys and database" }),
  HANG_LIMIT: duration
    .refine((ms) => ms >= 1000, 'must be at least 1s')
    .default(durationUnits.s * 10)
    .meta({
      description:
        'a platform process or an embedded PostgreSQL without a sign of life for so long is replaced',
    }),
  PUSHER_KEY: z.string().optional().meta({
    description: 'public key of the realtime service',
    unset: 'required with `PLATFORM_URL` or `PUSHER_APP_ID`',
  }),
  PUSHER_CLUSTER: z.string().default('eu').meta({ description: 'cluster of a hosted realtime service' }),
  PUSHER_HOST: z.string().optional().meta({
    description: 'host of a service of your own that speaks the Pusher protocol',
    unset: "the cluster's",
  }),
  PUSHER_PORT: port.optional().meta({ description: 'its port', unset: "the scheme's" }),
  PUSHER_TLS: flag.default(true).meta({ description: 'whether it is reached by TLS' }),
  METRICS_PORT: port.optional().meta({
    description:
      'port of `/metrics` for Prometheus, on a separate listener; with those of the embedded platform. A platform that runs alone serves its own',
    unset: 'no metrics',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional().meta({
    description: 'where traces are sent by OTLP over HTTP, as JSON: `$OTEL_EXPORTER_OTLP_ENDPOINT/v1/traces`',
    unset: 'no traces, and nothing of OpenTelemetry is loaded',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: nameList.optional().meta({
    description: 'headers of that, such as `authorization=Bearer%20...`, comma separated',
    unset: 'none',
  }),
  OTEL_SERVICE_NAME: z.string().trim().max(200).optional().meta({
    description: '`service.name` of the spans of all processes',
    unset: '`workforce-console-gateway` and `workforce-console-platform`',
  }),
  OTEL_RESOURCE_ATTRIBUTES: nameList.optional().meta({
    description: 'further attributes of the processes: `deployment.environment.name=production,...`',
    unset: 'none',
  }),
  OTEL_TRACES_SAMPLER: z.enum(samplers).default('parentbased_always_on').meta({
    description:
      'which traces are recorded: `always_on`, `always_off`, `traceidratio`, or one of these after `parentbased_`, which keeps to what the caller has decided',
  }),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: 'must be a number from 0 to 1' })
    .min(0)
    .max(1)
    .default(1)
    .meta({ description: 'the part of the traces that `traceidratio` records' }),
}
