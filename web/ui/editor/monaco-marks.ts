import * as monaco from 'monaco-editor/esm/vs/editor/editor.api.js'

/** A problem at a position of the text; lines and columns count from 1. */
export interface CodeMark {
  line: number
  column: number
  message: string
  /** Characters that are marked; absent: the rest of the line. */
  length?: number
  /** An error by default. */
  severity?: 'error' | 'warning'
}

/** Marks the problems of a model, and nothing else. */
export function setMarks(model: monaco.editor.ITextModel, marks: readonly CodeMark[]): void {
  monaco.editor.setModelMarkers(model, 'console', marks.map(markerOf(model)))
}

/** Without a length the rest of the line is marked; the whole line for an error at its end. */
const markerOf =
  (model: monaco.editor.ITextModel) =>
  ({ line, column, length, message, severity }: CodeMark): monaco.editor.IMarkerData => {
    const startLineNumber = Math.min(line, model.getLineCount())
    const lineEnd = model.getLineMaxColumn(startLineNumber)
    const endColumn = length === undefined ? lineEnd : Math.min(lineEnd, column + length)
    const startColumn =
      column < lineEnd ? column : model.getLineFirstNonWhitespaceColumn(startLineNumber) || 1
    const range = { startLineNumber, startColumn, endLineNumber: startLineNumber, endColumn }
    const { Error, Warning } = monaco.MarkerSeverity
    return { ...range, message, severity: severity === 'warning' ? Warning : Error }
  }
