// The bundler creates workers only from files of the project, so this one imports that of the package.
import 'monaco-yaml/yaml.worker.js'
