import { readLock, readManifest, type Locked } from './lock.ts'

const purl = ({ name, version }: Pick<Locked, 'name' | 'version'>) =>
  `pkg:npm/${name.replace(/^@/, '%40')}@${version}`

function component(one: Locked) {
  const [algorithm = '', digest = ''] = one.integrity.split('-')
  return {
    type: 'library',
    // A package that is installed several times is one component per path.
    'bom-ref': `${purl(one)}#${one.place}`,
    name: one.name,
    version: one.version,
    purl: purl(one),
    scope: one.dev ? 'excluded' : 'required',
    hashes: [
      {
        alg: algorithm.replace(/^sha(\d+)$/, 'SHA-$1'),
        content: Buffer.from(digest, 'base64').toString('hex'),
      },
    ],
    licenses: [
      / (OR|AND) /.test(one.license) ? { expression: one.license } : { license: { id: one.license } },
    ],
  }
}

/**
 * A bill of materials in CycloneDX 1.6: every package of the lock file; those for building and testing are
 * marked as excluded.
 */
export function sbom() {
  const { name, version, license } = readManifest()
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': purl({ name, version }),
        name,
        version,
        licenses: [{ license: { id: license } }],
      },
    },
    components: readLock().map(component),
  }
}
