import * as monaco from 'monaco-editor/esm/vs/editor/editor.api.js'
import { configureMonacoYaml, type JSONSchema, type MonacoYaml } from 'monaco-yaml'
import type { Complete, CompletionKind } from './completions.ts'

let yaml: MonacoYaml | null = null

/**
 * Completes and explains YAML by a JSON schema, one at a time for all editors. Does not validate: the caller
 * reports errors by `marks`, because the server that stores the text decides, and two validators could
 * contradict each other.
 */
function setYamlSchema(schema: object): void {
  const schemas = [{ uri: 'console:schema', fileMatch: ['*'], schema: schema as JSONSchema }]
  const options = { validate: false, format: { enable: false }, enableSchemaRequest: false, schemas }
  if (yaml) void yaml.update(options)
  else yaml = configureMonacoYaml(monaco, options)
}

/** The same for one text of JSON, in which only what is not JSON is marked. */
function setJsonSchema(schema: object, model: monaco.editor.ITextModel): void {
  const uri = model.uri.toString()
  monaco.languages.json.jsonDefaults.setDiagnosticsOptions({
    validate: true,
    schemaValidation: 'ignore',
    schemas: [{ uri: 'console:definition', fileMatch: [uri], schema }],
  })
}

/** Completes and explains a text by a JSON schema. */
export function setSchema(schema: object, model: monaco.editor.ITextModel): void {
  if (model.getLanguageId() === 'yaml') setYamlSchema(schema)
  else setJsonSchema(schema, model)
}

const kinds: Record<CompletionKind, monaco.languages.CompletionItemKind> = {
  type: monaco.languages.CompletionItemKind.Class,
  alias: monaco.languages.CompletionItemKind.EnumMember,
  task: monaco.languages.CompletionItemKind.Reference,
  plan: monaco.languages.CompletionItemKind.File,
  state: monaco.languages.CompletionItemKind.Field,
  variable: monaco.languages.CompletionItemKind.Variable,
  operator: monaco.languages.CompletionItemKind.Operator,
  input: monaco.languages.CompletionItemKind.Property,
  constant: monaco.languages.CompletionItemKind.Constant,
}

/** What completes the texts of the open editors. */
const completing = new WeakMap<monaco.editor.ITextModel, Complete>()
let isRegistered = false

/** Proposes values in a text of JSON; the proposals keep their order. */
export function setCompletion(model: monaco.editor.ITextModel, complete: Complete): void {
  completing.set(model, complete)
  if (isRegistered) return
  isRegistered = true
  monaco.languages.registerCompletionItemProvider('json', {
    triggerCharacters: ['"', '$', '.', ' '],
    async provideCompletionItems(model, position) {
      const found = await completing.get(model)?.(model.getValue(), model.getOffsetAt(position))
      if (!found || model.isDisposed()) return { suggestions: [] }
      const start = model.getPositionAt(found.offset)
      const range = monaco.Range.fromPositions(start, model.getPositionAt(found.offset + found.length))
      const suggestions = found.items.map(({ label, insert, kind, detail }, index) => ({
        label: detail === undefined ? label : { label, description: detail },
        insertText: insert,
        // What is replaced begins with the quote.
        filterText: JSON.stringify(label),
        sortText: String(index).padStart(6, '0'),
        kind: kinds[kind],
        range,
      }))
      return { suggestions }
    },
  })
}
