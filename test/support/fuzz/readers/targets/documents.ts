import { ScimError } from '@scangate/domain/identity/scim/scim-error';
import { inventoryFromSbom } from '@scangate/engines/inventory/cyclonedx/inventory-from-sbom';
import { parseXml } from '@scangate/engines/inventory/parse/parse-xml';
import { UnreadableFile } from '@scangate/engines/inventory/parse/unreadable-file';
import { readDockerfile } from '@scangate/engines/sast/configuration/readers/read-dockerfile';
import { readHcl } from '@scangate/engines/sast/configuration/readers/read-hcl';
import { readYaml } from '@scangate/engines/sast/configuration/readers/read-yaml';
import { UnreadableConfiguration } from '@scangate/engines/sast/configuration/readers/unreadable-configuration';
import { readSbomDocument } from '@scangate/engines/sbom/conversions/read-sbom-document';
import { validateSbom } from '@scangate/engines/sbom/validate-sbom';
import { readVex } from '@scangate/engines/vex/read-vex';
import { UnreadableVex } from '@scangate/engines/vex/statement';
import { applyPatch } from '#contract/scim/apply-patch.ts';
import { readFilter } from '#contract/scim/read-filter.ts';
import { readGroup } from '#contract/scim/read-group.ts';
import { readUser } from '#contract/scim/read-user.ts';
import { configurationCases } from '#test/corpora/configuration/configuration.ts';
import { bytes, samples as sbomSamples } from '#test/engines/sbom/conversions/sample-documents.ts';
import { lockfileSamples } from '#test/engines/inventory/lockfile-samples.ts';
import { jsonFlaws, type ReaderClass, type ReaderTarget } from '../reader-target.ts';
import { inventoryFlaws } from './dependency-files.ts';
import { settingsTargets } from './settings.ts';

const isOf =
  (...types: readonly (abstract new (...args: never[]) => Error)[]) =>
  (error: unknown): boolean =>
    types.some((type) => error instanceof type);

/** Whether the bytes were no JSON, which no reader of JSON is given. */
const isNoJson = (error: unknown): boolean => error instanceof SyntaxError;

const sboms: ReaderTarget = {
  name: 'SBOMs in every format',
  samples: sbomSamples.map(([, document]) => Buffer.from(bytes(document))),
  isRefusal: isOf(UnreadableFile),
  read: (damaged) => {
    const { cycloneDx, format } = readSbomDocument(damaged);
    const violations = validateSbom(cycloneDx);
    // What a document in CycloneDX itself says of it is told to whoever sent it.
    if (format.startsWith('CycloneDX') && violations.length > 0) return [];
    return [
      ...violations.map(({ pointer }) => `what ${format} became is invalid at ${pointer}`),
      ...inventoryFlaws(inventoryFromSbom(cycloneDx)),
    ];
  },
};

const purl = 'pkg:npm/a@1';
const vexSamples = [
  {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    statements: [
      {
        vulnerability: { name: 'CVE-2021-44228' },
        products: [{ '@id': 'acme/shop', subcomponents: [{ identifiers: { purl } }] }, purl],
        status: 'not_affected',
        justification: 'vulnerable_code_not_in_execute_path',
      },
    ],
  },
  {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { 'bom-ref': 'app', name: 'acme/shop' } },
    components: [{ 'bom-ref': 'c1', purl, components: [{ 'bom-ref': 'c2', purl }] }],
    vulnerabilities: [{ id: 'CVE-2020-1', analysis: { state: 'resolved' }, affects: [{ ref: 'c1' }] }],
  },
  {
    document: { category: 'csaf_vex', csaf_version: '2.0' },
    product_tree: {
      branches: [
        { category: 'vendor', product: { product_id: 'p', product_identification_helper: { purl } } },
      ],
    },
    vulnerabilities: [
      {
        cve: 'CVE-2020-1',
        product_status: { known_not_affected: ['p'] },
        flags: [{ label: 'component_not_present', product_ids: ['p'] }],
      },
    ],
  },
];

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

const vex: ReaderTarget = {
  name: 'VEX',
  samples: vexSamples.map(json),
  isRefusal: (error) => isNoJson(error) || isOf(UnreadableVex)(error),
  read: (damaged) => {
    const statements = readVex(JSON.parse(damaged.toString('utf8')));
    return statements.some(({ vulnerability }) => vulnerability === '')
      ? ['a statement is about nothing']
      : jsonFlaws(statements);
  },
};

const filesOf = (...groups: readonly string[]): Buffer[] =>
  configurationCases.filter(({ group }) => groups.includes(group)).map(({ code }) => Buffer.from(code));

/** YAML, HCL and Dockerfiles are read as text in which nothing is refused but what has no structure. */
const configurationOf = (
  name: string,
  samples: readonly Buffer[],
  read: (text: string) => unknown,
): ReaderTarget => ({
  name,
  samples,
  isRefusal: isOf(UnreadableConfiguration),
  read: (damaged) => (read(damaged.toString('utf8')) === undefined ? ['there is no result'] : []),
});

const user = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: 'ada@example.com',
  name: { givenName: 'Ada', familyName: 'L' },
  emails: [{ value: 'ada@example.com', primary: true }],
  active: true,
};
const patch = {
  Operations: [{ op: 'Replace', path: 'emails[type eq "work"].value', value: 'b@example.com' }],
};

const scim: ReaderTarget = {
  name: 'SCIM',
  samples: [
    user,
    { displayName: 'admins', members: [{ value: 'u1' }] },
    patch,
    { filter: 'userName eq "ada"' },
  ].map(json),
  isRefusal: (error) => isNoJson(error) || isOf(ScimError)(error),
  read: (damaged, { index }) => {
    const body: unknown = JSON.parse(damaged.toString('utf8'));
    const filter = String((body as { filter?: unknown } | null)?.filter ?? '');
    const readers = [
      () => readUser(body),
      () => readGroup(body),
      () => applyPatch(user, body),
      () => readFilter(filter, { username: 'userName' }),
    ];
    return jsonFlaws(readers[index]?.());
  },
};

const xmlFiles = Object.values(lockfileSamples).filter((text) => text.trimStart().startsWith('<'));
const xml: ReaderTarget = {
  name: 'XML',
  samples: xmlFiles.map((text) => Buffer.from(text)),
  isRefusal: isOf(UnreadableFile),
  read: (damaged) => (parseXml(damaged.toString('utf8')).name === '' ? ['the root has no name'] : []),
};

/** Documents that people and tools send, and files of configuration. */
export const documents: ReaderClass = {
  name: 'documents',
  open: () => [
    sboms,
    vex,
    scim,
    xml,
    ...settingsTargets,
    configurationOf('YAML', filesOf('workflows', 'pipelines', 'manifests'), readYaml),
    configurationOf('HCL', filesOf('terraform'), readHcl),
    configurationOf('Dockerfiles', filesOf('images'), readDockerfile),
  ],
};
