// A file of our own: the bundler makes a worker of what it finds in the project only.
import 'monaco-yaml/yaml.worker.js'
