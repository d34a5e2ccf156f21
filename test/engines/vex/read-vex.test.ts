import { describe, expect, test } from 'vitest';
import { readVex } from '@scangate/engines/vex/read-vex';
import { UnreadableVex } from '@scangate/engines/vex/statement';

const many = Array.from({ length: 100_000 }, () => ({}));
const log4j = 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1';
const context = 'https://openvex.dev/ns/v0.2.0';

test('OpenVEX: products, subcomponents, and vulnerabilities in both forms', () => {
  const document = {
    '@context': context,
    statements: [
      {
        vulnerability: { name: 'CVE-2021-44228' },
        products: [{ '@id': log4j }, 'pkg:npm/lodash@4.17.20'],
        status: 'not_affected',
        justification: 'vulnerable_code_not_in_execute_path',
      },
      {
        vulnerability: 'CVE-2020-1',
        products: [{ '@id': 'acme/shop', subcomponents: [{ identifiers: { purl: 'pkg:npm/a@1' } }] }],
        status: 'fixed',
      },
      { vulnerability: 'CVE-2020-2', products: [{ '@id': log4j }], status: 'under_investigation' },
    ],
  };
  const justification = 'vulnerable_code_not_in_execute_path';
  expect(readVex(document)).toEqual([
    { vulnerability: 'CVE-2021-44228', status: 'not_affected', justification, product: log4j },
    {
      vulnerability: 'CVE-2021-44228',
      status: 'not_affected',
      justification,
      product: 'pkg:npm/lodash@4.17.20',
    },
    { vulnerability: 'CVE-2020-1', status: 'fixed', product: 'pkg:npm/a@1', within: ['acme/shop'] },
    { vulnerability: 'CVE-2020-2', status: 'other', product: log4j },
  ]);
});

test('CycloneDX: references of components, and statements within the product of the document', () => {
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { 'bom-ref': 'app', name: 'acme/shop' } },
    components: [{ 'bom-ref': 'c1', purl: log4j, components: [{ 'bom-ref': 'c2', purl: 'pkg:npm/a@1' }] }],
    vulnerabilities: [
      {
        id: 'CVE-2021-44228',
        analysis: { state: 'not_affected', justification: 'code_not_reachable' },
        affects: [
          { ref: 'c1' },
          { ref: 'urn:cdx:3e671687-395b-41f5-a30f-a58921a69b79/1#c2' },
          { ref: 'app' },
        ],
      },
      { id: 'CVE-2020-1', analysis: { state: 'resolved' }, affects: [{ ref: 'pkg:npm/b@2' }] },
      { id: 'CVE-2020-2', affects: [{ ref: 'c1' }] },
    ],
  };
  const denied = {
    vulnerability: 'CVE-2021-44228',
    status: 'not_affected',
    justification: 'code_not_reachable',
  };
  const within = ['acme/shop'];
  expect(readVex(document)).toEqual([
    { ...denied, product: log4j, within },
    { ...denied, product: 'pkg:npm/a@1', within },
    { ...denied, product: 'acme/shop' },
    { vulnerability: 'CVE-2020-1', status: 'fixed', product: 'pkg:npm/b@2', within },
    { vulnerability: 'CVE-2020-2', status: 'other', product: log4j, within },
  ]);
});

test('CSAF: the product tree with branches and relationships, flags and impacts', () => {
  const document = {
    document: { csaf_version: '2.0', category: 'csaf_vex' },
    product_tree: {
      branches: [
        {
          branches: [
            { product: { product_id: 'P1', name: 'log4j', product_identification_helper: { purl: log4j } } },
          ],
        },
      ],
      full_product_names: [{ product_id: 'APP', name: 'acme/shop' }],
      relationships: [
        {
          product_reference: 'P1',
          relates_to_product_reference: 'APP',
          full_product_name: { product_id: 'APP:P1', name: 'log4j in the shop' },
        },
      ],
    },
    vulnerabilities: [
      {
        cve: 'CVE-2021-44228',
        product_status: { known_not_affected: ['P1', 'APP:P1'], known_affected: ['APP'] },
        flags: [{ label: 'component_not_present', product_ids: ['P1'] }],
        threats: [{ category: 'impact', details: 'Not reachable.', product_ids: ['APP:P1'] }],
      },
      { ids: [{ text: 'GHSA-aaaa-bbbb-cccc' }], product_status: { fixed: ['P1'] } },
    ],
  };
  expect(readVex(document)).toEqual([
    {
      vulnerability: 'CVE-2021-44228',
      status: 'not_affected',
      justification: 'component_not_present',
      product: log4j,
    },
    {
      vulnerability: 'CVE-2021-44228',
      status: 'not_affected',
      justification: 'Not reachable.',
      product: log4j,
      within: ['acme/shop'],
    },
    { vulnerability: 'CVE-2021-44228', status: 'other', product: 'acme/shop' },
    { vulnerability: 'GHSA-aaaa-bbbb-cccc', status: 'fixed', product: log4j },
  ]);
});

test('a justification in prose is one line, cut to the maximum length of a reason', () => {
  const prose = 'The parser is\n\tnever called.\u202e\n'.repeat(100);
  const [statement] = readVex({
    '@context': context,
    statements: [
      { vulnerability: 'CVE-1', products: [log4j], status: 'not_affected', impact_statement: prose },
    ],
  });
  expect(statement?.justification).toHaveLength(400);
  expect(statement?.justification).toMatch(/^The parser is never called\. The parser is never called\. /);
});

test.each([
  { '@context': context, statements: [{ vulnerability: 'CVE-1', status: 'fixed' }] },
  { bomFormat: 'CycloneDX', vulnerabilities: [{ id: 'CVE-1', analysis: { state: 'resolved' } }] },
])('a statement about no product is kept, so that the answer can report it', (document) => {
  expect(readVex(document)).toEqual([{ vulnerability: 'CVE-1', status: 'fixed', product: '' }]);
});

describe('a document that cannot be read is refused with the place', () => {
  const open = (statement: unknown) => ({ '@context': context, statements: [statement] });
  const product = { products: [log4j], status: 'fixed' };
  const csaf = (more: object) => ({ document: { csaf_version: '2.0', category: 'csaf_vex' }, ...more });
  let deep: object = { product: { product_id: 'P', name: 'p' } };
  for (let level = 0; level < 40; level++) deep = { branches: [deep] };
  test.each<[string, unknown, string]>([
    ['no known format', {}, ''],
    ['OpenVEX of another context', { '@context': 'https://example.com/', statements: [] }, ''],
    ['CSAF of another category', csaf({ document: { csaf_version: '2.0', category: 'csaf_base' } }), ''],
    ['a statement that is not an object', open('x'), '/statements/0'],
    ['no vulnerability', open(product), '/statements/0/vulnerability'],
    [
      'a vulnerability with blanks',
      open({ ...product, vulnerability: 'CVE 1' }),
      '/statements/0/vulnerability',
    ],
    [
      'an unknown status',
      open({ vulnerability: 'CVE-1', products: [], status: 'fine' }),
      '/statements/0/status',
    ],
    [
      'a product without id',
      open({ vulnerability: 'CVE-1', ...product, products: [{}] }),
      '/statements/0/products/0',
    ],
    ['CycloneDX without id', { bomFormat: 'CycloneDX', vulnerabilities: [{}] }, '/vulnerabilities/0/id'],
    [
      'a state of CycloneDX that is unknown',
      { bomFormat: 'CycloneDX', vulnerabilities: [{ id: 'CVE-1', analysis: { state: 'x' } }] },
      '/vulnerabilities/0/analysis/state',
    ],
    [
      'a product that is not in the tree',
      csaf({ vulnerabilities: [{ cve: 'CVE-1', product_status: { fixed: ['P1'] } }] }),
      '/vulnerabilities/0/product_status/fixed',
    ],
    [
      'a tree that is nested too deeply',
      csaf({ product_tree: { branches: [deep] }, vulnerabilities: [] }),
      '/product_tree/branches',
    ],
    ['OpenVEX without statements', { '@context': context }, '/statements'],
    ['statements that are not a list', { '@context': context, statements: {} }, '/statements'],
    [
      'products that are not a list',
      open({ vulnerability: 'CVE-1', ...product, products: log4j }),
      '/statements/0/products',
    ],
    [
      'subcomponents that are not a list',
      open({ vulnerability: 'CVE-1', ...product, products: [{ '@id': log4j, subcomponents: {} }] }),
      '/statements/0/products/0/subcomponents',
    ],
    ['an SBOM without vulnerabilities', { bomFormat: 'CycloneDX', components: [] }, '/vulnerabilities'],
    [
      'affected components that are not a list',
      { bomFormat: 'CycloneDX', vulnerabilities: [{ id: 'CVE-1', affects: { ref: 'c1' } }] },
      '/vulnerabilities/0/affects',
    ],
    [
      'products of CSAF that are not a list',
      csaf({ vulnerabilities: [{ cve: 'CVE-1', product_status: { fixed: 'P1' } }] }),
      '/vulnerabilities/0/product_status/fixed',
    ],
    [
      'a product of CSAF that is not a string',
      csaf({ vulnerabilities: [{ cve: 'CVE-1', product_status: { fixed: [7] } }] }),
      '/vulnerabilities/0/product_status/fixed/0',
    ],
    [
      'a context that only begins like OpenVEX',
      { '@context': 'https://openvex.dev/nsx', statements: [] },
      '',
    ],
    ['100,000 statements', { '@context': context, statements: many }, '/statements'],
    [
      'one statement about 100,000 products',
      open({ vulnerability: 'CVE-1', status: 'fixed', products: Array(100_000).fill('pkg:npm/a@1') }),
      '/statements/0',
    ],
    ['100,000 vulnerabilities', { bomFormat: 'CycloneDX', vulnerabilities: many }, '/vulnerabilities'],
    ['100,000 vulnerabilities of CSAF', csaf({ vulnerabilities: many }), '/vulnerabilities'],
  ])('%s', (_name, document, pointer) => {
    let failure: unknown;
    try {
      readVex(document);
    } catch (error) {
      failure = error;
    }
    expect(failure).toBeInstanceOf(UnreadableVex);
    expect(failure).toMatchObject({ pointer });
  });
});
