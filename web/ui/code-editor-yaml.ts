import * as monaco from 'monaco-editor/esm/vs/editor/editor.api.js'
import 'monaco-editor/esm/vs/basic-languages/yaml/yaml.contribution.js'
import { configureMonacoYaml, type JSONSchema, type MonacoYaml } from 'monaco-yaml'

let yaml: MonacoYaml | null = null

/**
 * Completes and explains YAML by a JSON schema; there is one at a time. What is wrong with a text is the caller's to
 * say, by `marks`: whoever stores it judges it, and two judges would contradict each other.
 */
export function describeYaml(schema: object): void {
  const schemas = [{ uri: 'console:schema', fileMatch: ['*'], schema: schema as JSONSchema }]
  const options = { validate: false, format: { enable: false }, enableSchemaRequest: false, schemas }
  if (yaml) void yaml.update(options)
  else yaml = configureMonacoYaml(monaco, options)
}
