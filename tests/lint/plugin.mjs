import path from 'node:path'
import { fault, imported, partOf } from './layers.mjs'

/** Rules of this project for the linter (`.oxlintrc.json`). */
const root = path.join(import.meta.dirname, '../..')
const nameOf = (context) => path.relative(root, context.filename).replaceAll(path.sep, '/')

/** Imports go down the layers only, and every file belongs to a layer. */
const layers = {
  create(context) {
    const file = nameOf(context)
    const check = (node) => {
      const target = typeof node.source?.value === 'string' ? imported(file, node.source.value) : null
      const message = target && fault(file, target)
      if (message) context.report({ node: node.source, message })
    }
    return {
      Program(node) {
        if (!partOf(file)) context.report({ node, message: 'This file belongs to no layer.' })
      },
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      TSImportType: check,
    }
  },
}

/** Literals are written out: a spread literal hides its fields from a text search. */
const flatLiterals = {
  create: (context) => ({
    SpreadElement({ argument }) {
      if (argument.type === 'ObjectExpression' || argument.type === 'ArrayExpression')
        context.report({ node: argument, message: 'Write the fields out instead of spreading a literal.' })
    },
    JSXSpreadAttribute({ argument }) {
      if (argument.type === 'ObjectExpression')
        context.report({
          node: argument,
          message: 'Write the attributes out instead of spreading a literal.',
        })
    },
  }),
}

const environment = {
  create: (context) => ({
    MemberExpression(node) {
      if (node.object.name === 'process' && node.property.name === 'env')
        context.report({ node, message: 'server/config.ts alone reads the environment.' })
    },
  }),
}

export default {
  meta: { name: 'console' },
  rules: { layers, 'flat-literals': flatLiterals, environment },
}
