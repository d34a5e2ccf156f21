import { describe, expect, test } from 'vitest';
import { inventoryOf, reasonsOf, type Contents } from '../inventory-fixtures.ts';

const missing = 'dependencies that the project asks for and the lockfile does not have';
const running = 'dependencies that only running the manifest would reveal';
const unreadable = 'manifests that cannot be read';

const toldOf = (contents: Contents): string[] => {
  const { notes, unread } = inventoryOf(contents);
  return reasonsOf([...notes, ...unread]);
};

describe('sbt', () => {
  const lock = {
    'build.sbt.lock': JSON.stringify({
      lockVersion: 1,
      dependencies: [
        { org: 'g', name: 'present_2.13', version: '1.0', artifacts: [], configurations: ['compile'] },
      ],
    }),
    'build.sbt': 'libraryDependencies += "g" %% "present" % "1.0"\n',
  };
  const module = (name: string): string => `libraryDependencies += "g" %% "${name}" % "1.0"\n`;

  test('a build whose files request nothing else is told as nothing', () => {
    const more = {
      'deps.sbt': module('present'),
      'project/Deps.scala': 'val a = "g" %% "present" % "1.0"\n',
    };
    expect(toldOf({ ...lock, ...more })).toEqual([]);
  });

  test.each(['deps.sbt', 'core/build.sbt', 'core/more.sbt'])(
    'a module that %s requests is missing',
    (file) => {
      expect(toldOf({ ...lock, [file]: module('absent') })).toContain(
        `build.sbt.lock: ${missing} (1): g:absent`,
      );
    },
  );

  test('a module that code of the build names and the lockfile lacks is told, and one that it has is not', () => {
    const code = 'object Deps {\n  val a = "g" %% "absent" % "1.0"\n  val b = "g" %% "present" % "1.0"\n}\n';
    expect(toldOf({ ...lock, 'project/Dependencies.scala': code })).toEqual([
      `build.sbt.lock: ${running} (1): project/Dependencies.scala: g:absent`,
    ]);
  });

  test('a setting that code of the build computes is told', () => {
    const code =
      'object P extends AutoPlugin { override def projectSettings = Seq(libraryDependencies ++= all) }\n';
    expect(toldOf({ ...lock, 'project/P.scala': code })).toEqual([
      `build.sbt.lock: ${running} (1): project/P.scala: libraryDependencies += all`,
    ]);
  });

  test('the code of a build is found among more files than are read, and told beyond them', () => {
    const files = (folder: string, count: number): Record<string, string> =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder}${at}.scala`, 'object A\n']));
    const code = { 'project/Dependencies.scala': 'object D { val a = "g" %% "absent" % "1.0" }\n' };
    expect(toldOf({ ...lock, ...files('', 2001), ...code })).toEqual([
      `build.sbt.lock: ${running} (1): project/Dependencies.scala: g:absent`,
    ]);
    expect(toldOf({ ...lock, ...files('project/', 2001) })).toContain(
      'project/2000.scala: only the first 2000 of 2001 such files are read',
    );
  });

  test('files of a build that are large together are read to a limit and told', () => {
    const large = `// ${'x'.repeat(3_900_000)}\n`;
    const files = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`project/A${at}.scala`, large]));
    expect(toldOf({ ...lock, ...files })).toEqual([
      'build.sbt.lock: manifests that cannot be read (3): project/A5.scala, project/A6.scala, project/A7.scala',
    ]);
  });
});

describe('dependencies that pyproject.toml leaves to its backend', () => {
  const pyproject = (tool: string): string =>
    `[project]\nname = "x"\ndynamic = ["version", "dependencies"]\n${tool}`;
  const setuptools = (files: string): string =>
    pyproject(`[tool.setuptools.dynamic]\ndependencies = { file = ${files} }\n`);
  const locks: Readonly<Record<string, string>> = {
    'requirements.txt': 'present==1.0\n',
    'poetry.lock':
      '[[package]]\nname = "present"\nversion = "1.0"\nfiles = []\n\n[metadata]\nlock-version = "2.0"\npython-versions = "*"\ncontent-hash = "a"\n',
    'Pipfile.lock': JSON.stringify({ _meta: {}, default: { present: { version: '==1.0' } }, develop: {} }),
  };

  test.each(Object.keys(locks))('those of a file that it names are compared with %s', (lock) => {
    const files = { [lock]: locks[lock]!, 'pyproject.toml': setuptools('["deps/base.lst"]') };
    expect(
      toldOf({ ...files, 'deps/base.lst': '-r more.lst\npresent>=1\n', 'deps/more.lst': 'absent>=1\n' }),
    ).toContain(`${lock}: ${missing} (1): absent`);
    const whole = toldOf({ ...files, 'deps/base.lst': 'present>=1\n' });
    expect(whole.filter((each) => each.includes(missing) || each.includes(unreadable))).toEqual([]);
  });

  test('a file that is not there, one file as a text, and a hook of Hatch are told or read', () => {
    const lock = { 'requirements.txt': 'present==1.0\n' };
    expect(toldOf({ ...lock, 'pyproject.toml': setuptools('"deps.lst"') })).toContain(
      `requirements.txt: ${unreadable} (1): deps.lst`,
    );
    const hatch = pyproject('[tool.hatch.metadata.hooks.requirements_txt]\nfiles = ["deps.lst"]\n');
    expect(toldOf({ ...lock, 'pyproject.toml': hatch, 'deps.lst': 'absent\n' })).toContain(
      `requirements.txt: ${missing} (1): absent`,
    );
  });

  test('what only the backend knows is told, unless it is known to be in another manifest', () => {
    const lock = { 'requirements.txt': 'present==1.0\n' };
    const computed = `requirements.txt: ${running} (1): pyproject.toml: dynamic dependencies`;
    expect(toldOf({ ...lock, 'pyproject.toml': pyproject('') })).toContain(computed);
    const setup = { 'setup.py': 'setup(install_requires=["present"])\n' };
    expect(toldOf({ ...lock, ...setup, 'pyproject.toml': pyproject('') })).not.toContain(computed);
  });

  test.each(['requirements.txt', 'Pipfile.lock', 'poetry.lock'])(
    'a pyproject.toml that is damaged is told beside %s',
    (lock) => {
      const told = toldOf({
        [lock]: locks[lock]!,
        'pyproject.toml': '[project\ndependencies = ["absent"]\n',
      });
      expect(told).toContain(`${lock}: ${unreadable} (1): pyproject.toml`);
    },
  );

  test('a pyproject.toml below the lockfile that is damaged is told', () => {
    const told = toldOf({ 'requirements.txt': 'present==1.0\n', 'tools/pyproject.toml': '[project\n' });
    expect(told).toContain(`requirements.txt: ${unreadable} (1): tools/pyproject.toml`);
  });
});

describe('imports of Deno code', () => {
  const lock = {
    'deno.lock': JSON.stringify({
      version: '5',
      specifiers: { 'npm:present@1': '1.0.0', 'jsr:@s/present@1': '1.0.0' },
      npm: { 'present@1.0.0': { integrity: 'x' } },
      jsr: { '@s/present@1.0.0': { integrity: 'x' } },
      remote: { 'https://deno.land/std@0.200.0/path/mod.ts': 'x', 'https://example.com/a.ts': 'x' },
    }),
  };

  test('what the lockfile has is told as nothing', () => {
    const code = [
      'import a from "npm:present@1/sub";',
      "import b from 'jsr:@s/present@^1';",
      'export * from "https://deno.land/std@0.200.0/fs/mod.ts";',
      'import "https://example.com/a.ts";',
      '// import c from "npm:absent";',
      'const text = "https://example.com/other.ts";',
    ].join('\n');
    expect(toldOf({ ...lock, 'main.ts': code })).toEqual([]);
  });

  test.each([
    ['import a from "npm:absent@1";', 'absent'],
    ['import {\n  a,\n} from "npm:@s/absent";', '@s/absent'],
    ['const a = await import("jsr:@s/absent@1/mod");', '@s/absent'],
  ])('%s is missing', (code, name) => {
    for (const file of ['main.ts', 'lib/a.tsx', 'lib/b.mjs'])
      expect(toldOf({ ...lock, [file]: `${code}\n` })).toEqual([`deno.lock: ${missing} (1): ${name}`]);
  });

  test.each([
    [
      "export { a } from 'https://deno.land/x/absent@1.0.0/mod.ts';",
      'https://deno.land/x/absent@1.0.0/mod.ts',
    ],
    ['import `https://example.com/b.ts`', 'https://example.com/b.ts'],
  ])('%s is told, and does not say that the lockfile resolves nothing', (code, address) => {
    expect(toldOf({ ...lock, 'main.ts': `${code}\n` })).toEqual([
      `deno.lock: dependencies that only running the manifest would reveal (1): ${address}: an import of code`,
    ]);
  });

  test('an address that the lockfile sends on to another one is not told', () => {
    const document = JSON.parse(lock['deno.lock']) as object;
    const redirects = { 'https://esm.sh/preact': 'https://esm.sh/preact@10.19.3' };
    const files = { 'deno.lock': JSON.stringify({ ...document, redirects }) };
    expect(toldOf({ ...files, 'main.ts': 'import "https://esm.sh/preact";\n' })).toEqual([]);
  });

  test.each([
    ['the import map', { 'deno.json': '{ "imports": { "x": " NPM:absent@1" } }' }],
    [
      'a file with the import map',
      {
        'deno.json': '{ "importMap": "./maps/all.json" }',
        'maps/all.json': '{ "imports": { "x": "npm:absent" } }',
      },
    ],
  ])('a package that only %s names is missing', (_, files) => {
    expect(toldOf({ ...lock, ...files })).toEqual([`deno.lock: ${missing} (1): absent`]);
  });

  test('an import map that is not there is told', () => {
    expect(
      toldOf({ ...lock, 'deno.json': '{ "importMap": "https://a.example/map.json" }' }).join(),
    ).toContain(`${unreadable} (1): https:/a.example/map.json`);
  });

  test('a version that the lockfile does not have is told', () => {
    expect(toldOf({ ...lock, 'main.ts': 'import a from "npm:present@^2";\n' }).join()).toContain('present');
  });
});
