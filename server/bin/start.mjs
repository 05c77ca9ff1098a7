await import('../../dist/server/main.js')
