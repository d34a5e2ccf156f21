import { describe, expect, test } from 'vitest';
import { discoverUnits } from '@scangate/engines/units/discover-units';
import { componentOf, inventoryOf, namesOf, reasonsOf, type Contents } from '../inventory-fixtures.ts';

const running = 'dependencies that only running the manifest would reveal';
const filesTold = 'project/plugins.sbt: it is not read (sbt)';
const lock = {
  'build.sbt.lock': JSON.stringify({
    lockVersion: 1,
    dependencies: [{ org: 'g', name: 'a_2.13', version: '1.0', artifacts: [], configurations: ['compile'] }],
  }),
  'build.sbt': 'libraryDependencies += "g" %% "a" % "1.0"\n',
};

const toldOf = (contents: Contents): string[] => {
  const { notes, unread } = inventoryOf(contents);
  return reasonsOf([...notes, ...unread]);
};

describe('plugins of a build with a lockfile', () => {
  const plugins = `addSbtPlugin("g" % "plugin" % "1.2") // a comment
libraryDependencies ++= Seq("g" % "plain" % "2.0", "g" %% "crossed" % "3.0")
`;

  test('are components of the build, whose files are told all the same', () => {
    const inventory = inventoryOf({ ...lock, 'project/plugins.sbt': plugins });
    expect(inventory.notes).toEqual([]);
    expect(reasonsOf(inventory.unread)).toEqual([filesTold]);
    expect(namesOf(inventory)).toEqual([
      'g:a_2.13@1.0',
      'g:crossed_2.12@3.0',
      'g:plain@2.0',
      'g:plugin_2.12_1.0@1.2',
    ]);
    expect(componentOf(inventory, 'g:plugin_2.12_1.0')).toMatchObject({
      scope: 'dev',
      file: 'project/plugins.sbt',
    });
    expect(componentOf(inventory, 'g:a_2.13')).toMatchObject({ scope: 'required' });
  });

  test('have the names of the major version of sbt', () => {
    const inventory = inventoryOf({
      ...lock,
      'project/plugins.sbt': plugins,
      'project/build.properties': '# sbt\nsbt.version = 2.0.1\n',
    });
    expect(namesOf(inventory)).toContain('g:plugin_sbt2_3@1.2');
    expect(namesOf(inventory)).toContain('g:crossed_3@3.0');
  });

  test('of the build of the build are read as well', () => {
    expect(namesOf(inventoryOf({ ...lock, 'project/project/more.sbt': plugins }))).toContain(
      'g:plugin_2.12_1.0@1.2',
    );
  });

  test.each([
    [
      'a version that is a value',
      'addSbtPlugin("g" % "plugin" % v)\n',
      'build.sbt.lock: no version is pinned (1): g:plugin_2.12_1.0',
    ],
    [
      'a version in a text with values',
      'addSbtPlugin("g" % "plugin" % s"1.$v")\n',
      'build.sbt.lock: no version is pinned (1): g:plugin_2.12_1.0',
    ],
    [
      'a version in brackets',
      'addSbtPlugin("g" % "plugin" % ("1." + "9"))\n',
      'build.sbt.lock: no version is pinned (1): g:plugin_2.12_1.0',
    ],
    [
      'a version that continues',
      'addSbtPlugin("g" % "plugin" % "1." + "9")\n',
      'build.sbt.lock: no version is pinned (1): g:plugin_2.12_1.0',
    ],
    [
      'a version with escapes',
      'addSbtPlugin("g" % "plugin" % "1.\\u0039")\n',
      'build.sbt.lock: no version is pinned (1): g:plugin_2.12_1.0',
    ],
    [
      'a group in a text with values',
      'addSbtPlugin(s"$g.x" % "plugin" % "1.0")\n',
      `build.sbt.lock: ${running} (2): project/plugins.sbt: addSbtPlugin $g.x, project/plugins.sbt: $g.x % plugin`,
    ],
    [
      'a name in a text with values',
      'addSbtPlugin("g" % s"plugin-$kind" % "1.0")\n',
      `build.sbt.lock: ${running} (1): project/plugins.sbt: g % plugin-$kind`,
    ],
    [
      'a name in parts',
      'addSbtPlugin("g" % ("plug" + "in") % "1.0")\n',
      `build.sbt.lock: ${running} (1): project/plugins.sbt: g % (`,
    ],
    [
      'a plugin that is a value',
      'addSbtPlugin(plugin)\n',
      `build.sbt.lock: ${running} (1): project/plugins.sbt: addSbtPlugin plugin`,
    ],
    [
      'a list that is a value',
      'libraryDependencies ++= all\n',
      `build.sbt.lock: ${running} (1): project/plugins.sbt: libraryDependencies += all`,
    ],
    [
      'a build elsewhere',
      'lazy val root = project.dependsOn(RootProject(uri("https://git.example/a.git")))\n',
      `build.sbt.lock: ${running} (1): project/plugins.sbt: RootProject`,
    ],
    [
      'a text without end',
      'addSbtPlugin("g" % "plugin" % "1.0")\n/* open\n',
      'build.sbt.lock: manifests that cannot be read (1): project/plugins.sbt',
    ],
  ])('are told with %s', (_, text, reason) => {
    expect(toldOf({ ...lock, 'project/plugins.sbt': text }).toSorted()).toEqual(
      [reason, filesTold].toSorted(),
    );
  });

  test('have no names or versions that are not written as one text', () => {
    const text = `addSbtPlugin(s"$g.x" % "one" % "1.0")
addSbtPlugin("g" % raw"two" % "1.0")
addSbtPlugin("g" % "three" % "1." + "9")
addSbtPlugin("g" % "four" % s"1.$v")
addSbtPlugin("g" % "five" % "1.0" cross CrossVersion.full)
`;
    expect(namesOf(inventoryOf({ ...lock, 'project/plugins.sbt': text }))).toEqual([
      'g:a_2.13@1.0',
      'g:five_2.12_1.0@1.0',
      'g:four_2.12_1.0',
      'g:three_2.12_1.0',
    ]);
  });

  test.each<[string, { text?: string } & Contents]>([
    ['after another setting', { text: 'a += "b" %% "c" % Always\naddSbtPlugin("g" % "plugin" % "1.2")\n' }],
    ['beside a lockfile of the build', { 'project/build.sbt.lock': '{"lockVersion":1,"dependencies":[]}' }],
    ['in a block', { text: 'addSbtPlugin { load(p) }\n' }],
    ['by another name', { text: 'val add = addSbtPlugin _; Seq(p).map(add)\n' }],
  ])('are told where they are stated %s', (_, { text = plugins, ...others }) => {
    expect(toldOf({ ...lock, 'project/plugins.sbt': text, ...others }).join()).toMatch(
      /plugins\.sbt: it is not read/,
    );
  });
});

test.each([
  ['without a lockfile', { 'project/plugins.sbt': 'addSbtPlugin("g" % "plugin" % "1.0")\n' }],
  [
    'of a folder without a lockfile',
    { ...lock, 'sub/project/plugins.sbt': 'addSbtPlugin("g" % "plugin" % "1.0")\n' },
  ],
])('plugins of a build %s are told', (_, contents) => {
  expect(toldOf(contents).join()).toMatch(/project\/plugins\.sbt: it is not read \(sbt\)/);
});

test('projects on which a plugin is tried are not read', () => {
  const tried = {
    'src/sbt-test/a/b/build.sbt': '',
    'src/sbt-test/a/b/project/plugins.sbt': 'addSbtPlugin(x)\n',
  };
  expect(toldOf({ ...lock, ...tried })).toEqual([]);
  expect(discoverUnits(['build.sbt', ...Object.keys(tried)], 'r').map(({ path }) => path)).toEqual(['']);
});
