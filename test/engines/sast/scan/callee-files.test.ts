import { expect, test } from 'vitest';
import { calleeFileFinder, maxCandidates } from '@scangate/engines/sast/scan/callee-files';

test('the files of a called function are those of its module, class or package', () => {
  const find = calleeFileFinder([
    'app/users.py',
    'other/users.py',
    'src/Users.java',
    'web/a.go',
    'web/a_test.go',
    'web/b.go',
    'inc/a.php',
    'inc/b.php',
    'inc/deep/c.php',
  ]);
  expect(find('python', 'app/views.py', ['app.users.find']).files).toEqual(['app/users.py']);
  expect(find('python', 'app/views.py', ['.users.find']).files).toEqual(['app/users.py']);
  expect(find('java', 'src/Page.java', ['Users.find']).files).toEqual(['src/Users.java']);
  expect(find('php', 'inc/a.php', ['find']).files).toEqual(['inc/b.php']);
});

test('no program of Go contains the tests of a package, which call each other', () => {
  const find = calleeFileFinder(['web/a.go', 'web/a_test.go', 'web/b.go', 'web/b_test.go']);
  expect(find('go', 'web/a.go', ['ping']).files).toEqual(['web/b.go']);
  expect(find('go', 'main.go', ['example.com/app/web.Ping']).files).toEqual(['web/a.go', 'web/b.go']);
  expect(find('go', 'web/a_test.go', ['ping']).files).toEqual(['web/a.go', 'web/b.go', 'web/b_test.go']);
});

test('of more files than the limit the nearest are found', () => {
  const decoys = Array.from({ length: maxCandidates }, (_, index) => `a${index}/Users.java`);
  const find = calleeFileFinder([...decoys, 'src/app/Users.java', 'src/other/Users.java']);
  const { files, problem } = find('java', 'src/app/Page.java', ['Users.find']);
  expect(problem).toBe('more than 500 files may define a function: values followed into the nearest');
  expect(files).toHaveLength(maxCandidates);
  expect(files.slice(0, 2)).toEqual(['src/app/Users.java', 'src/other/Users.java']);
  expect(calleeFileFinder(decoys)('java', 'src/app/Page.java', ['Users.find']).problem).toBeUndefined();
});

test('paths that are looked at are counted, found or not, so that many of them end a scan by its steps', () => {
  const tests = Array.from({ length: 1_000 }, (_, index) => `web/a${index}_test.go`);
  const find = calleeFileFinder([
    'web/a.go',
    ...tests,
    ...tests.map((path) => path.replace('_test.go', '.rs')),
  ]);
  expect(find('go', 'web/a.go', ['ping'])).toMatchObject({ files: [], compared: 1_001 + 'ping'.length });
  expect(find('rust', 'src/main.rs', ['web.ping'])).toMatchObject({
    files: [],
    compared: 1_000 + 'web.ping'.length,
  });
  const decoys = Array.from({ length: 2 * maxCandidates }, (_, index) => `a${index}/Users.java`);
  const { compared } = calleeFileFinder(decoys)('java', 'src/Page.java', ['Users.find']);
  expect(compared).toBe(20 * maxCandidates + 'Users.find'.length);
});

test('a name of many segments is told and not looked for, and any other counts by its length', () => {
  const find = calleeFileFinder(['m.py', 'm.js']);
  const long = `${'m.'.repeat(4_000)}f`;
  for (const language of ['python', 'javascript'] as const)
    expect(find(language, 'a.py', [`./${long}`])).toEqual({
      files: [],
      problem: 'a function whose name has more than 100 parts: values not followed',
      compared: 0,
    });
  expect(find('python', 'a.py', ['m.f'])).not.toHaveProperty('problem');
  expect(find('python', 'a.py', ['m.f'])).toMatchObject({ files: ['m.py'] });
  expect(find('python', 'a.py', ['m.f']).compared).toBeGreaterThan(3);
});
