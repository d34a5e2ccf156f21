import { describe, expect, test } from 'vitest';
import { unknownRequests } from '@scangate/engines/inventory/build-reader';
import type { Component, Inventory } from '@scangate/engines/model/component';
import { readUsage } from '@scangate/engines/import-usage/read-usage';
import { usageOfComponents } from '@scangate/engines/import-usage/usage-of-components';
import { unitOf } from '../source-unit.ts';
import { component, inventory } from '../sca/advisory-fixtures.ts';

const part = (name: string, dependsOn: string[] = [], direct = true): Component =>
  component({ name, version: '1.0.0', direct, dependsOn: dependsOn.map((each) => `${each}@1.0.0`) });

const usagesOf = (components: Component[], files: Record<string, string>) => {
  const list = inventory(components);
  const usageOf = usageOfComponents(list, readUsage(unitOf(files), list));
  return (name: string, symbols?: string[]) => {
    const found = components.find((each) => each.name === name);
    return found && usageOf(found, symbols);
  };
};

describe('a transitive package', () => {
  const tree = [
    part('used', ['shared', 'deep']),
    part('unused', ['shared', 'lonely']),
    part('shared', [], false),
    part('lonely', ['below'], false),
    part('below', [], false),
    part('deep', [], false),
    part('orphan', [], false),
  ];
  const usageOf = usagesOf(tree, { 'a.js': "require('used')" });
  const places = [{ file: 'a.js', line: 1 }];

  test('is used by its dependents, and used when one of several is', () => {
    expect(usageOf('used')).toEqual({ imported: true, places });
    expect(usageOf('deep')).toEqual({ imported: true, via: 'used@1.0.0', places });
    expect(usageOf('shared')).toEqual({ imported: true, via: 'used@1.0.0', places });
  });

  test('is not imported when none of its dependents is, at any depth', () => {
    expect(usageOf('unused')).toEqual({ imported: false, places: [] });
    expect(usageOf('below')).toEqual({ imported: false, via: 'unused@1.0.0', places: [] });
  });

  test('is unknown when it has no known dependents, or these are unknown', () => {
    expect(usageOf('orphan')).toBeUndefined();
    const hidden = usagesOf(tree, { 'a.js': "require('used'); x = 'unused'" });
    expect(hidden('lonely')).toBeUndefined();
    expect(hidden('shared')).toMatchObject({ imported: true });
  });

  test('that the code lists as well is still used if its dependents are imported or unknown', () => {
    const listed = [part('used', ['both']), part('both', ['deep']), part('deep', [], false)];
    const via = 'used@1.0.0';
    const usage = usagesOf(listed, { 'a.js': "require('used')" });
    expect(usage('both')).toEqual({ imported: true, via, places });
    expect(usage('deep')).toEqual({ imported: true, via, places });
    expect(usagesOf(listed, { 'a.js': "x = 'used'" })('both')).toBeUndefined();
  });

  test('that the code imports directly has its own places', () => {
    const own = usagesOf(tree, { 'a.js': "require('lonely')" });
    expect(own('lonely')).toEqual({ imported: true, places });
    expect(own('below')).toMatchObject({ imported: true, via: 'lonely@1.0.0' });
  });
});

describe('without a dependency graph', () => {
  const listed = (file: string, parts: Partial<Component>): Component =>
    component({ version: '1.0.0', direct: true, file, ref: `${parts.name}`, ...parts });
  const [yaml, jwt] = ['gopkg.in/yaml.v2', 'github.com/golang-jwt/jwt'];
  const goOf = (file: string): Component[] => [
    listed(file, { ecosystem: 'Go', name: 'stdlib' }),
    ...[yaml, jwt].map((name) => listed(file, { ecosystem: 'Go', name })),
  ];
  const using = { 'a.go': `package a\nimport "${yaml}"` };
  const unused = { imported: false, places: [] };

  test('a package is unknown as soon as another one is imported, which may depend on it', () => {
    expect(usagesOf(goOf('go.mod'), using)(yaml)).toMatchObject({ imported: true });
    expect(usagesOf(goOf('go.mod'), using)(jwt)).toBeUndefined();
    expect(usagesOf(goOf('app/go.sum'), using)(jwt)).toBeUndefined();
  });

  test('a package is unknown beside one whose use is unknown, and beside code without a package', () => {
    const named = { 'a.go': `package a\nvar b = "c"`, 'b.yml': `- ${yaml}` };
    expect(usagesOf(goOf('go.mod'), named)(jwt)).toBeUndefined();
    const local = listed('go.mod', { name: '../b', local: true });
    expect(usagesOf([...goOf('go.mod'), local], { 'a.go': 'package a' })(jwt)).toBeUndefined();
  });

  test('a package is not imported if nothing of its ecosystem is', () => {
    const other = [...goOf('go.mod'), listed('requirements.txt', { ecosystem: 'PyPI', name: 'flask' })];
    const usageOf = usagesOf(other, { 'a.go': 'package a', 'a.py': 'import flask' });
    expect([usageOf('flask')?.imported, usageOf(jwt)]).toEqual([true, unused]);
  });

  test.each([
    ['requirements.txt', 'PyPI', undefined],
    ['Pipfile.lock', 'PyPI', undefined],
    ['pylock.toml', 'PyPI', undefined],
    ['pyproject.toml', 'PyPI', undefined],
    ['poetry.lock', 'PyPI', unused],
    ['uv.lock', 'PyPI', unused],
  ] as const)('%s, of %s', (file, ecosystem, expected) => {
    const both = ['flask', 'nltk'].map((name) => listed(file, { ecosystem, name }));
    expect(usagesOf(both, { 'a.py': 'import flask' })('nltk')).toEqual(expected);
  });

  test('a package of a lockfile is unknown beside an imported one of a file that states no graph', () => {
    const both = [
      listed('uv.lock', { ecosystem: 'PyPI', name: 'werkzeug' }),
      listed('tools/requirements.txt', { ecosystem: 'PyPI', name: 'flask' }),
    ];
    expect(usagesOf(both, { 'a.py': 'import flask' })('werkzeug')).toBeUndefined();
    expect(usagesOf(both, { 'a.py': '' })('werkzeug')).toEqual(unused);
    const local = [both[0]!, listed('requirements.txt', { name: './b', local: true })];
    expect(usagesOf(local, { 'a.py': '' })('werkzeug')).toBeUndefined();
  });

  test('a build is unknown unless published poms have resolved all of it', () => {
    const names = ['commons-io:commons-io', 'org.jsoup:jsoup'];
    const both = names.map((name) => listed('pom.xml', { ecosystem: 'Maven', name }));
    const code = { 'A.java': 'import org.apache.commons.io.IOUtils;' };
    const usageOf = (parts: Partial<Inventory>) => {
      const list = inventory(both, parts);
      return usageOfComponents(list, readUsage(unitOf(code), list))(both[1]!);
    };
    const poms = { digest: 'a', date: '2024-01-01' } as unknown as NonNullable<Inventory['poms']>;
    const missing = [{ file: 'pom.xml', reason: `${unknownRequests} (1): a:b` }];
    expect(usageOf({ poms })).toEqual(unused);
    expect([usageOf({}), usageOf({ poms, notes: missing })]).toEqual([undefined, undefined]);
  });
});

describe('affected symbols', () => {
  const yaml = component({ ecosystem: 'Go', name: 'gopkg.in/yaml.v3', ref: 'y', direct: true });
  const code = 'package a\nimport "gopkg.in/yaml.v3"\nfunc f() {\n\tyaml.Unmarshal(b, &v)\n\td.Decode(&v)\n}';

  test('are named with their places if the importing code refers to them, by their last part', () => {
    const usageOf = usagesOf([yaml], { 'a.go': code });
    expect(usageOf('gopkg.in/yaml.v3', ['Unmarshal', 'Decoder.Decode', 'Marshal'])).toEqual({
      imported: true,
      symbols: ['Unmarshal', 'Decoder.Decode'],
      places: [
        { file: 'a.go', line: 4 },
        { file: 'a.go', line: 5 },
      ],
    });
  });

  test('that no importing file names are empty; other files do not count', () => {
    const usageOf = usagesOf([yaml], { 'a.go': code, 'b.go': 'x.Marshal()' });
    expect(usageOf('gopkg.in/yaml.v3', ['Marshal'])).toEqual({
      imported: true,
      symbols: [],
      places: [{ file: 'a.go', line: 2 }],
    });
  });

  test('are unknown if a record names none, or if not all references are kept', () => {
    expect(usagesOf([yaml], { 'a.go': code })('gopkg.in/yaml.v3')).not.toHaveProperty('symbols');
    const many = Array.from({ length: 20_001 }, (_, index) => `x.M${index}()`).join('\n');
    const usageOf = usagesOf([yaml], { 'a.go': `${code}\n${many}` });
    expect(usageOf('gopkg.in/yaml.v3', ['Nowhere'])).not.toHaveProperty('symbols');
  });

  const ofLanguages: [Pick<Component, 'ecosystem' | 'name'>, file: string, text: string, found: string[]][] =
    [
      [
        { ecosystem: 'Maven', name: 'org.yaml:snakeyaml' },
        'A.kt',
        'import org.yaml.snakeyaml.*\nfun f() { load(x); y.tag; (a dump b) }',
        ['Yaml.load(java.io.Reader)', 'Node.getTag', 'dump'],
      ],
      [
        { ecosystem: 'Maven', name: 'org.yaml:snakeyaml' },
        'A.java',
        'import static org.yaml.snakeyaml.Yaml.*;\nclass A { Object a = new SafeConstructor(); B b = c.map(C::represent); }',
        ['org.yaml.SafeConstructor.<init>(Options)', 'Representer#represent'],
      ],
      [
        { ecosystem: 'NuGet', name: 'Newtonsoft.Json' },
        'a.cs',
        'using static Newtonsoft.Json.JsonConvert;\n[JsonProperty] object a = DeserializeObject(b); var d = e.Depth;',
        ['JsonConvert.DeserializeObject<T>(string)', 'JsonPropertyAttribute', 'JsonReader.get_Depth'],
      ],
      [
        { ecosystem: 'NuGet', name: 'Newtonsoft.Json' },
        'a.vb',
        'Imports Newtonsoft.Json\nDim a = jsonconvert.DESERIALIZEOBJECT(b)',
        ['DeserializeObject'],
      ],
      [
        { ecosystem: 'RubyGems', name: 'nokogiri' },
        'a.rb',
        "require 'nokogiri'\ninclude Nokogiri\nparse text\nx.public_send(:css)\ny&.encoding = 1",
        ['Nokogiri::XML::Node#parse', 'css', 'encoding='],
      ],
      [
        { ecosystem: 'Pub', name: 'http' },
        'a.dart',
        "import 'package:http/http.dart';\nvar a = urls.map(read);\nvar b = c..send(d);",
        ['read', 'Client.send'],
      ],
      [
        { ecosystem: 'Hackage', name: 'aeson' },
        'a.hs',
        'import Data.Aeson\nf = map decode . g',
        ['Data.Aeson.decode'],
      ],
      [{ ecosystem: 'CRAN', name: 'xml2' }, 'a.R', 'library(xml2)\nlapply(a, read_xml)', ['xml2::read_xml']],
    ];

  test.each(ofLanguages)('of %o are found in %s: %s', (named, file, text, found) => {
    const each = component({ ...named, ref: 'y', direct: true });
    const usageOf = usagesOf([each], { [file]: text });
    expect(usageOf(named.name, [...found, 'nowhereNamed'])).toMatchObject({ imported: true, symbols: found });
  });

  test('of a language that ignores case are found in any case', () => {
    const http = component({ ecosystem: 'Packagist', name: 'acme/http', ref: 'y', direct: true });
    const usageOf = usagesOf([http], {
      'a.php': "<?php\nuse Acme\\Http\\Client;\n$c->GETALL(); array_map([$c, 'putOne'], $d);",
      'composer.lock': '{"packages":[{"name":"acme/http","autoload":{"psr-4":{"Acme\\\\Http\\\\":"src"}}}]}',
    });
    const symbols = ['Client::getAll', 'Acme\\Http\\Client::putOne'];
    expect(usageOf('acme/http', [...symbols, 'Client::close'])).toMatchObject({ imported: true, symbols });
  });
});
