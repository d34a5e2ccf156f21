import { bom, dep, oneProject, pomXml, published, type MavenCase } from './maven-case.ts';

/** Artifacts without dependencies. */
const leaves = (...named: string[]): Record<string, object> =>
  Object.fromEntries(named.map((each) => [each, {}]));

const pomPackaging = { packaging: 'pom' };

const nearest: MavenCase[] = [
  oneProject(
    'nearest: a nearer version wins, even an older one',
    { needs: [dep('g:a:1'), dep('g:b:1')] },
    {
      'g:a:1': { needs: [dep('g:c:1')] },
      'g:c:1': { needs: [dep('g:x:2')] },
      'g:b:1': { needs: [dep('g:x:1')] },
      'g:x:1': { needs: [dep('g:y:1')] },
      'g:x:2': { needs: [dep('g:z:1')] },
      ...leaves('g:y:1', 'g:z:1'),
    },
  ),
  oneProject(
    'nearest: the first declaration wins at equal depth',
    { needs: [dep('g:a:1'), dep('g:b:1')] },
    {
      'g:a:1': { needs: [dep('g:x:2')] },
      'g:b:1': { needs: [dep('g:x:1')] },
      ...leaves('g:x:1', 'g:x:2'),
    },
  ),
  oneProject(
    'nearest: dependencies of an overridden version are dropped',
    { needs: [dep('g:a:1'), dep('g:x:2')] },
    { 'g:a:1': { needs: [dep('g:x:1')] }, 'g:x:1': { needs: [dep('g:y:1')] }, ...leaves('g:x:2', 'g:y:1') },
  ),
  oneProject(
    'cycles: artifacts that depend on each other',
    { needs: [dep('g:a:1')] },
    {
      'g:a:1': { needs: [dep('g:b:1')] },
      'g:b:1': { needs: [dep('g:a:2'), dep('g:c:1')] },
      ...leaves('g:a:2', 'g:c:1'),
    },
  ),
  oneProject(
    'missing: an artifact without a pom',
    { needs: [dep('g:a:1'), dep('g:gone:1')] },
    leaves('g:a:1'),
  ),
  oneProject(
    'duplicates: of two declarations in one pom the last one counts',
    { needs: [dep('g:a:1'), dep('g:b:1'), dep('g:a:2')] },
    leaves('g:a:1', 'g:a:2', 'g:b:1'),
  ),
  oneProject(
    'duplicates: of two declarations in a published pom the last one counts',
    { needs: [dep('g:q:1')] },
    { 'g:q:1': { needs: [dep('g:a:2'), dep('g:b:1'), dep('g:a:1')] }, ...leaves('g:a:1', 'g:a:2', 'g:b:1') },
  ),
];

const scopeNames = ['compile', 'runtime', 'provided', 'test'];
const scopes: MavenCase[] = [
  ...scopeNames.map((scope) =>
    oneProject(
      `scopes: dependencies of ${scope}`,
      { needs: [dep('g:a:1', { scope })] },
      {
        'g:a:1': { needs: scopeNames.map((own) => dep(`g:${own}:1`, { scope: own })) },
        'g:compile:1': { needs: [dep('g:deep:1')] },
        ...leaves('g:runtime:1', 'g:provided:1', 'g:test:1', 'g:deep:1'),
      },
    ),
  ),
  oneProject(
    'scopes: the strongest of several paths wins',
    { needs: [dep('g:a:1', { scope: 'test' }), dep('g:b:1', { scope: 'runtime' }), dep('g:c:1')] },
    {
      'g:a:1': { needs: [dep('g:x:1')] },
      'g:b:1': { needs: [dep('g:x:1')] },
      'g:c:1': { needs: [dep('g:d:1')] },
      'g:d:1': { needs: [dep('g:x:1')] },
      'g:x:1': { needs: [dep('g:y:1')] },
      ...leaves('g:y:1'),
    },
  ),
  oneProject(
    'scopes: a weaker declaration of the project itself stays',
    { needs: [dep('g:a:1'), dep('g:x:1', { scope: 'test' })] },
    { 'g:a:1': { needs: [dep('g:x:1')] }, 'g:x:1': { needs: [dep('g:y:1')] }, ...leaves('g:y:1') },
  ),
  oneProject(
    'scopes: provided below runtime, runtime below provided',
    { needs: [dep('g:a:1', { scope: 'provided' }), dep('g:b:1', { scope: 'runtime' })] },
    {
      'g:a:1': { needs: [dep('g:x:1', { scope: 'runtime' })] },
      'g:b:1': { needs: [dep('g:x:1')] },
      ...leaves('g:x:1'),
    },
  ),
  oneProject(
    'scopes: what the project manages is final',
    {
      managed: [dep('g:x:2', { scope: 'test' }), dep('g:y:1', { scope: 'runtime' })],
      needs: [dep('g:a:1')],
    },
    {
      'g:a:1': { needs: [dep('g:x:1'), dep('g:y:1')] },
      'g:x:2': { needs: [dep('g:z:1')] },
      'g:y:1': { needs: [dep('g:w:1')] },
      ...leaves('g:z:1', 'g:w:1'),
    },
  ),
  oneProject(
    'scopes: system is a local file',
    { needs: [dep('g:s:1', { scope: 'system', systemPath: '/opt/s.jar' }), dep('g:a:1')] },
    { 'g:s:1': { needs: [dep('g:x:1')] }, 'g:a:1': {}, ...leaves('g:x:1') },
  ),
];

const optionality: MavenCase[] = [
  oneProject(
    'optional: the optional ones of others are left out, those of the project are not',
    { needs: [dep('g:a:1'), dep('g:b:1', { optional: 'true' })] },
    {
      'g:a:1': { needs: [dep('g:x:1', { optional: 'true' }), dep('g:y:1', { optional: 'false' })] },
      'g:b:1': { needs: [dep('g:z:1'), dep('g:y:1')] },
      ...leaves('g:x:1', 'g:y:1', 'g:z:1'),
    },
  ),
  oneProject(
    'optional: managed as optional',
    {
      managed: [dep('g:x:1', { optional: 'true' }), dep('g:y:1', { optional: 'true' })],
      needs: [dep('g:a:1'), dep('g:y')],
    },
    {
      'g:a:1': { needs: [dep('g:x:1'), dep('g:b:1')] },
      'g:x:1': { needs: [dep('g:z:1')] },
      ...leaves('g:b:1', 'g:y:1', 'g:z:1'),
    },
  ),
];

const exclusionPatterns = ['g:x', '*:x', 'g:*', '*:*', 'h:*', '*:none'];
const exclusions: MavenCase[] = [
  ...exclusionPatterns.map((pattern) =>
    oneProject(
      `exclusions: ${pattern}`,
      { needs: [dep('g:a:1', { exclusions: [pattern] }), dep('g:b:1')] },
      {
        'g:a:1': { needs: [dep('g:m:1'), dep('h:n:1')] },
        'g:m:1': { needs: [dep('g:x:1'), dep('h:x:1')] },
        'g:b:1': { needs: [dep('h:o:1')] },
        ...leaves('h:n:1', 'g:x:1', 'h:x:1', 'h:o:1'),
      },
    ),
  ),
  oneProject(
    'exclusions: those of the nearest path count',
    { needs: [dep('g:a:1', { exclusions: ['g:y'] }), dep('g:b:1')] },
    {
      'g:a:1': { needs: [dep('g:x:1')] },
      'g:b:1': { needs: [dep('g:c:1')] },
      'g:c:1': { needs: [dep('g:x:1')] },
      'g:x:1': { needs: [dep('g:y:1')] },
      ...leaves('g:y:1'),
    },
  ),
  oneProject(
    'exclusions: managed ones add to those of a dependency',
    {
      managed: [dep('g:a:1', { exclusions: ['g:x'] }), dep('g:c:1', { exclusions: ['g:z'] })],
      needs: [dep('g:a', { exclusions: ['g:y'] }), dep('g:b:1')],
    },
    {
      'g:a:1': { needs: [dep('g:x:1'), dep('g:y:1'), dep('g:w:1')] },
      'g:b:1': { needs: [dep('g:c:1')] },
      'g:c:1': { needs: [dep('g:z:1'), dep('g:v:1')] },
      ...leaves('g:v:1', 'g:w:1', 'g:x:1', 'g:y:1', 'g:z:1'),
    },
  ),
  oneProject(
    'exclusions: of a published pom',
    { needs: [dep('g:a:1')] },
    {
      'g:a:1': { needs: [dep('g:b:1', { exclusions: ['g:x'] })] },
      'g:b:1': { needs: [dep('g:x:1'), dep('g:y:1')] },
      ...leaves('g:x:1', 'g:y:1'),
    },
  ),
];

const management: MavenCase[] = [
  oneProject(
    'management: of the project counts for everything below, that of others for themselves',
    { managed: [dep('g:x:3')], needs: [dep('g:a:1')] },
    {
      'g:a:1': { managed: [dep('g:y:2'), dep('g:x:2')], needs: [dep('g:x'), dep('g:b:1')] },
      'g:b:1': { needs: [dep('g:y:1'), dep('g:x:1')] },
      ...leaves('g:x:1', 'g:x:2', 'g:x:3', 'g:y:1', 'g:y:2'),
    },
  ),
  oneProject(
    'management: own before parent before imports; the first import wins',
    {
      parent: 'g:parent:1',
      relativePath: '',
      managed: [bom('g:bom1:1'), dep('g:w:1'), bom('g:bom2:1')],
      needs: ['w', 'x', 'y', 'z', 'v'].map((name) => dep(`g:${name}`)),
    },
    {
      'g:parent:1': { ...pomPackaging, managed: [bom('g:bom3:1'), dep('g:w:2'), dep('g:x:2')] },
      'g:bom1:1': { ...pomPackaging, managed: [dep('g:w:3'), dep('g:x:3'), dep('g:y:3')] },
      'g:bom2:1': { ...pomPackaging, managed: [dep('g:y:4'), dep('g:z:4')] },
      'g:bom3:1': { ...pomPackaging, managed: [dep('g:z:5'), dep('g:v:5'), dep('g:y:5')] },
      ...leaves('g:w:1', 'g:x:2', 'g:y:3', 'g:z:4', 'g:v:5'),
    },
  ),
  oneProject(
    'management: a BOM with its own parent, properties and BOM',
    { managed: [bom('g:bom:2')], needs: [dep('g:a'), dep('g:b'), dep('g:c')] },
    {
      'g:top:2': {
        ...pomPackaging,
        properties: { v: '7', w: '8' },
        managed: [dep('g:b:${v}'), bom('g:inner:1')],
      },
      'g:bom:2': {
        ...pomPackaging,
        parent: 'g:top:2',
        properties: { v: '9' },
        managed: [dep('${project.groupId}:a:${project.version}')],
      },
      'g:inner:1': { ...pomPackaging, properties: { w: '3' }, managed: [dep('g:c:${w}')] },
      ...leaves('g:a:2', 'g:b:9', 'g:c:3'),
    },
  ),
  oneProject(
    'management: two entries with one key in a pom',
    { managed: [dep('g:a:1'), dep('g:a:2')], needs: [dep('g:a'), dep('g:b:1')] },
    { 'g:b:1': { needs: [dep('g:a:3')] }, ...leaves('g:a:1', 'g:a:2', 'g:a:3') },
  ),
  oneProject(
    'management: two entries with one key beside an import',
    { managed: [dep('g:a:1'), dep('g:a:2'), bom('g:bom:1')], needs: [dep('g:a'), dep('g:c')] },
    {
      'g:bom:1': { ...pomPackaging, managed: [dep('g:c:1'), dep('g:c:2')] },
      ...leaves('g:a:1', 'g:a:2', 'g:c:1', 'g:c:2'),
    },
  ),
  oneProject(
    'management: a version without scope beside one with it in the parent',
    { parent: 'g:parent:1', relativePath: '', managed: [dep('g:a:1')], needs: [dep('g:a'), dep('g:b:1')] },
    {
      'g:parent:1': { ...pomPackaging, managed: [dep('g:a:2', { scope: 'runtime', exclusions: ['g:x'] })] },
      'g:a:1': { needs: [dep('g:x:1')] },
      ...leaves('g:b:1', 'g:x:1'),
    },
  ),
  oneProject(
    'management: by type and classifier',
    {
      managed: [dep('g:a:1'), dep('g:a:2', { type: 'test-jar' }), dep('g:a:3', { classifier: 'linux' })],
      needs: [
        dep('g:a', { type: 'test-jar', scope: 'test' }),
        dep('g:a', { classifier: 'linux' }),
        dep('g:a'),
        dep('g:b:1'),
      ],
    },
    {
      'g:b:1': { needs: [dep('g:a:9', { classifier: 'tests' }), dep('g:a:9', { classifier: 'linux' })] },
      ...leaves('g:a:1', 'g:a:2', 'g:a:3'),
    },
  ),
  oneProject(
    'management: a missing BOM',
    { needs: [dep('g:a:1')] },
    { 'g:a:1': { managed: [bom('g:gone:1')], needs: [dep('g:x:1')] }, ...leaves('g:x:1') },
  ),
];

const inheritance: MavenCase[] = [
  oneProject(
    'inheritance: dependencies of parents come after those of the project',
    { parent: 'g:parent:1', relativePath: '', needs: [dep('g:a:1')] },
    {
      'g:top:1': { ...pomPackaging, needs: [dep('g:c:1')] },
      'g:parent:1': { ...pomPackaging, parent: 'g:top:1', needs: [dep('g:b:1')] },
      ...leaves('g:a:1', 'g:b:1', 'g:c:1'),
    },
  ),
  oneProject(
    'inheritance: a declaration of the project and of its parent',
    { parent: 'g:parent:1', relativePath: '', needs: [dep('g:b:1'), dep('g:a:1', { scope: 'runtime' })] },
    { 'g:parent:1': { ...pomPackaging, needs: [dep('g:a:2')] }, ...leaves('g:a:1', 'g:a:2', 'g:b:1') },
  ),
  oneProject(
    'inheritance: a declaration of a published pom and of its parent',
    { needs: [dep('g:q:1')] },
    {
      'g:parent:1': { ...pomPackaging, needs: [dep('g:a:2')] },
      'g:q:1': { parent: 'g:parent:1', needs: [dep('g:b:1'), dep('g:a:1')] },
      ...leaves('g:a:1', 'g:a:2', 'g:b:1'),
    },
  ),
  oneProject(
    'inheritance: group, version and properties of parents, which the child changes',
    { needs: [dep('p:child:5'), dep('p:other:5')] },
    {
      'p:top:5': {
        ...pomPackaging,
        properties: { x: '1', y: '1' },
        needs: [dep('g:x:${x}'), dep('g:${project.artifactId}-y:${y}')],
      },
      'p:child:5': { parent: 'p:top:5', properties: { x: '2' } },
      'p:other:5': {
        parent: 'p:top:5',
        needs: [dep('${project.parent.groupId}:own:${project.parent.version}')],
      },
      ...leaves('g:x:1', 'g:x:2', 'g:child-y:1', 'g:other-y:1', 'p:own:5'),
    },
  ),
  oneProject(
    'inheritance: a parent in a range',
    { needs: [dep('g:q:1')] },
    {
      'g:parent:1.1': { ...pomPackaging, needs: [dep('g:a:1')] },
      'g:parent:1.4': { ...pomPackaging, needs: [dep('g:a:2')] },
      'g:parent:2.0': { ...pomPackaging, needs: [dep('g:a:3')] },
      'g:q:1': { parent: 'g:parent:[1,2)' },
      ...leaves('g:a:1', 'g:a:2', 'g:a:3'),
    },
  ),
  oneProject(
    'inheritance: a missing parent',
    { needs: [dep('g:q:1'), dep('g:b:1')] },
    { 'g:q:1': { parent: 'g:gone:1', needs: [dep('g:a:1')] }, ...leaves('g:a:1', 'g:b:1') },
  ),
  oneProject(
    'inheritance: parents in a cycle',
    { needs: [dep('g:q:1'), dep('g:b:1')] },
    {
      'g:q:1': { parent: 'g:r:1', needs: [dep('g:a:1')] },
      'g:r:1': { ...pomPackaging, parent: 'g:q:1' },
      ...leaves('g:a:1', 'g:b:1'),
    },
  ),
];

const properties: MavenCase[] = [
  oneProject(
    'properties: of the model, with and without prefix, and one that is called as a part of the model',
    {
      properties: { version: '8', 'a.version': '${inner}', inner: '4' },
      needs: [
        dep('g:a:${a.version}'),
        dep('g:b:${project.version}'),
        dep('g:c:${pom.version}'),
        dep('g:d:${version}'),
      ],
    },
    leaves('g:a:4', 'g:b:1', 'g:c:1', 'g:d:8', 'g:d:1'),
  ),
  oneProject(
    'properties: without prefix they are of the model',
    { needs: [dep('g:a:${version}'), dep('${groupId}:x:1')] },
    leaves('g:a:1', 't:x:1'),
  ),
  oneProject(
    'properties: scope, type, classifier, optional and exclusions',
    {
      properties: { s: 'runtime', c: 'linux', o: 'true', e: 'x' },
      needs: [
        dep('g:a:1', { scope: '${s}' }),
        dep('g:b:1', { classifier: '${c}' }),
        dep('g:d:1', { optional: '${o}' }),
        dep('g:f:1', { exclusions: ['g:${e}'] }),
      ],
    },
    { 'g:f:1': { needs: [dep('g:x:1')] }, ...leaves('g:a:1', 'g:b:1', 'g:d:1', 'g:x:1') },
  ),
];

const profile = (id: string, activation: string, needs: string[], stated = ''): string =>
  `<profile><id>${id}</id><activation>${activation}</activation>${stated}<dependencies>${needs.join('')}</dependencies></profile>`;
const byDefault = '<activeByDefault>true</activeByDefault>';

const profiles: MavenCase[] = [
  oneProject(
    'profiles: those active by default count, of the project and of published poms',
    {
      properties: { v: '1' },
      needs: [dep('g:a:${v}'), dep('g:q:1')],
      further: `<profiles>${profile('on', byDefault, [dep('g:b:1')], '<properties><v>2</v></properties>')}${profile('off', '<activeByDefault>false</activeByDefault>', [dep('g:c:1')])}</profiles>`,
    },
    {
      'g:q:1': {
        needs: [dep('g:x:1')],
        further: `<profiles>${profile('on', byDefault, [dep('g:y:1')])}</profiles>`,
      },
      ...leaves('g:a:1', 'g:a:2', 'g:b:1', 'g:c:1', 'g:x:1', 'g:y:1'),
    },
  ),
  oneProject(
    'profiles: a declaration of the profile and of the pom',
    {
      needs: [dep('g:a:2'), dep('g:b:1')],
      further: `<profiles>${profile('on', byDefault, [dep('g:a:1'), dep('g:c:1')])}</profiles>`,
    },
    leaves('g:a:1', 'g:a:2', 'g:b:1', 'g:c:1'),
  ),
];

const ranges: MavenCase[] = [
  ...['[1,2)', '(1,2]', '[1]', '[1.5,)', '(,1.5]', '[1,1.2],[2,3)', '(,1),(1,)'].map((range) =>
    oneProject(
      `ranges: ${range}`,
      { needs: [dep(`g:a:${range}`)] },
      {
        ...leaves('g:a:1', 'g:a:1.2', 'g:a:1.10', 'g:a:2', 'g:a:2-alpha-1', 'g:a:3'),
        'g:a:1.5': { needs: [dep('g:x:1')] },
        ...leaves('g:x:1'),
      },
    ),
  ),
  oneProject(
    'ranges: a range further away overrides a nearer version',
    { needs: [dep('g:a:1'), dep('g:b:1')] },
    {
      'g:b:1': { needs: [dep('g:c:1')] },
      'g:c:1': { needs: [dep('g:a:[2,3)')] },
      'g:a:2': { needs: [dep('g:x:1')] },
      ...leaves('g:a:1', 'g:a:2.1', 'g:x:1'),
    },
  ),
  oneProject(
    'ranges: two ranges that overlap',
    { needs: [dep('g:b:1'), dep('g:c:1')] },
    {
      'g:b:1': { needs: [dep('g:a:[1,3]')] },
      'g:c:1': { needs: [dep('g:a:[1,2]')] },
      ...leaves('g:a:1', 'g:a:2', 'g:a:3'),
    },
  ),
  oneProject(
    'ranges: two ranges that exclude each other',
    { needs: [dep('g:b:1'), dep('g:c:1')] },
    {
      'g:b:1': { needs: [dep('g:a:[3]')] },
      'g:c:1': { needs: [dep('g:a:[1,2]')] },
      ...leaves('g:a:1', 'g:a:2', 'g:a:3'),
    },
  ),
  oneProject('ranges: no version is inside', { needs: [dep('g:a:[5,6)')] }, leaves('g:a:1')),
  oneProject(
    'ranges: a managed version ends the range',
    { managed: [dep('g:a:1')], needs: [dep('g:b:1')] },
    { 'g:b:1': { needs: [dep('g:a:[2,3)')] }, ...leaves('g:a:1', 'g:a:2') },
  ),
];

const types: MavenCase[] = [
  oneProject(
    'types: classifiers and types are separate artifacts',
    {
      needs: [
        dep('g:a:1'),
        dep('g:a:2', { classifier: 'linux' }),
        dep('g:a:3', { type: 'test-jar' }),
        dep('g:a:4', { type: 'zip' }),
      ],
    },
    {
      'g:a:2': { needs: [dep('g:x:2')] },
      'g:a:3': { needs: [dep('g:x:3'), dep('g:y:1')] },
      ...leaves('g:a:1', 'g:a:4', 'g:x:2', 'g:x:3', 'g:y:1'),
    },
  ),
  oneProject(
    'types: ejb and maven-plugin are jars, and a war contains its dependencies',
    {
      needs: [
        dep('g:a:1', { type: 'ejb' }),
        dep('g:b:1', { type: 'war' }),
        dep('g:c:1', { type: 'ejb-client' }),
        dep('g:e:1', { type: 'pom' }),
      ],
    },
    {
      'g:a:1': { needs: [dep('g:x:1')] },
      'g:b:1': { needs: [dep('g:y:1')] },
      'g:c:1': { needs: [dep('g:a:2')] },
      'g:e:1': { ...pomPackaging, needs: [dep('g:z:1', { type: 'maven-plugin' })] },
      ...leaves('g:a:2', 'g:x:1', 'g:y:1', 'g:z:1'),
    },
  ),
  oneProject(
    'types: an ejb and the jar of one artifact are one file',
    { needs: [dep('g:b:1'), dep('g:c:1')] },
    {
      'g:b:1': { needs: [dep('g:a:1', { type: 'ejb' })] },
      'g:c:1': { needs: [dep('g:a:2')] },
      ...leaves('g:a:1', 'g:a:2'),
    },
  ),
];

const relocations: MavenCase[] = [
  oneProject(
    'relocation: to another group, also of what others depend on',
    { needs: [dep('old:a:1'), dep('g:b:1')] },
    {
      'old:a:1': { relocation: 'new' },
      'new:a:1': { needs: [dep('g:x:1')] },
      'g:b:1': { needs: [dep('old:c:1')] },
      'old:c:1': { relocation: 'new:d:2' },
      ...leaves('new:d:2', 'g:x:1'),
    },
  ),
  oneProject(
    'relocation: an older version of the old name is the same artifact',
    { needs: [dep('g:b:1'), dep('g:c:1')] },
    {
      'g:b:1': { needs: [dep('old:a:1')] },
      'g:c:1': { needs: [dep('new:a:3')] },
      'old:a:1': { relocation: 'new:a:2' },
      ...leaves('new:a:2', 'new:a:3'),
    },
  ),
];

const reactor: MavenCase = {
  name: 'reactor: modules depend on each other, with a parent and a BOM of the build',
  repository: published({
    'g:a:1': { needs: [dep('g:x:1')] },
    'g:a:2': { needs: [dep('g:x:2')] },
    ...leaves('g:x:1', 'g:x:2', 'g:y:1'),
  }),
  files: {
    'pom.xml': pomXml('t:root:1', {
      ...pomPackaging,
      modules: ['core', 'app', 'bom'],
      properties: { av: '1' },
      managed: [dep('g:a:${av}'), dep('t:core:${project.version}')],
    }),
    'core/pom.xml': pomXml('core', {
      parent: 't:root:1',
      needs: [dep('g:a'), dep('g:y:1', { scope: 'provided' })],
    }),
    'app/pom.xml': pomXml('app', {
      parent: 't:root:1',
      properties: { av: '2' },
      managed: [bom('t:bom:1')],
      needs: [dep('t:core'), dep('g:y')],
    }),
    'bom/pom.xml': pomXml('t:bom:1', { ...pomPackaging, managed: [dep('g:y:1', { scope: 'runtime' })] }),
  },
};

/** A case for each rule that the documentation of Maven names. */
export const ruleCases: readonly MavenCase[] = [
  ...nearest,
  ...scopes,
  ...optionality,
  ...exclusions,
  ...management,
  ...inheritance,
  ...properties,
  ...profiles,
  ...ranges,
  ...types,
  ...relocations,
  reactor,
];
