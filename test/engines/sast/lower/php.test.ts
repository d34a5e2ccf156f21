import { describe, expect, test } from 'vitest';
import { foundIn, scanCode, unitOf, weaknessesIn } from '../scan-code.ts';

const found = (code: string): string[] => foundIn(`<?php\n${code}\n`, 'index.php');

describe('untrusted text is followed through PHP', () => {
  test.each([
    ['interpolation', '$a = "ls {$_GET[\'d\']}";\nsystem($a);', 'php-command-injection:3'],
    ['a heredoc', '$a = <<<EOT\nls {$_GET["d"]}\nEOT;\nsystem($a);', 'php-command-injection:5'],
    ['an append', '$a = "ls ";\n$a .= $_GET["d"];\nsystem($a);', 'php-command-injection:4'],
    ['an item of an item', '$a["b"]["c"] = $_GET["d"];\nsystem($a["b"]["c"]);', 'php-command-injection:3'],
    ['a pushed item', '$a[] = $_GET["d"];\nsystem(implode(" ", $a));', 'php-command-injection:3'],
    ['a destructured list', '[$a, $b] = [1, $_GET["d"]];\nsystem($b);', 'php-command-injection:3'],
    [
      'a match',
      '$a = match (true) { $b => $_GET["d"], default => "x" };\nsystem($a);',
      'php-command-injection:3',
    ],
    ['a closure', '$f = function ($x) { system($x); };\n$f($_GET["d"]);', 'php-command-injection:2'],
    ['a function for each item', 'array_map(fn($x) => system($x), $_GET["d"]);', 'php-command-injection:2'],
    [
      'a promoted property',
      'class A { public function __construct(private $d) {}\nfunction run() { system($this->d); } }\n(new A($_GET["d"]))->run();',
      'php-command-injection:3',
    ],
    [
      'a static method',
      'class A { static function run($d) { system($d); } }\nA::run($_GET["d"]);',
      'php-command-injection:2',
    ],
  ])('%s', (_, code, place) => {
    expect(found(code)).toContain(place);
  });

  test('a function has its own variables, and a number carries no text', () => {
    expect(found('$d = $_GET["d"];\nfunction f() { $d = "x"; system($d); }\nf();')).toEqual([]);
    expect(found('$d = (int) $_GET["d"];\nsystem("ls " . $d);\nsystem("ls " . ($_GET["a"] + 1));')).toEqual(
      [],
    );
  });

  test('an import gives a class its full name', () => {
    const code =
      'use Illuminate\\Support\\Facades\\{DB, Log as L};\nDB::select("select " . $_GET["a"]);\nL::info("a" . $_GET["a"]);';
    expect(found(code)).toEqual(['php-sql-injection:3', 'php-log-injection:4']);
  });

  test('pages print between tags, and a flow into a function of another file is found with its path', () => {
    expect(
      foundIn(
        '<ul><?php foreach ($_GET["a"] as $x): ?>\n<li><?= $x ?></li>\n<?php endforeach ?></ul>\n',
        'a.php',
      ),
    ).toEqual(['php-xss:2']);
    const [finding] = weaknessesIn({
      'src/PingController.php':
        '<?php\nclass PingController extends Controller {\n  public function show(Request $request) {\n    return (new Pinger())->ping($request->input("host"));\n  }\n}\n',
      'src/Pinger.php':
        '<?php\nclass Pinger {\n  public function ping($host) {\n    return shell_exec("ping " . $host);\n  }\n}\n',
    }).filter(({ rule }) => rule === 'php-command-injection');
    expect(finding).toMatchObject({
      file: 'src/Pinger.php',
      line: 4,
      flow: [{ file: 'src/PingController.php', line: 4 }, {}, {}, {}],
    });
  });
});

test('hostile PHP becomes a gap and hides nothing else', () => {
  const gap = (content: string) =>
    scanCode(unitOf({ 'a.php': content, 'z.php': '<?php system($_GET["a"]);' }));
  for (const content of [
    `<?php system($_GET['x'])${'->b()'.repeat(5000)};`,
    `<?php $x = ${'!'.repeat(20_000)}1; system($_GET['x']);`,
    `<?php ${'if ($a) '.repeat(3000)} system($_GET['x']);`,
    `<?php $x = ${'['.repeat(100_000)};`,
  ]) {
    const { findings, coverage } = gap(content);
    expect(coverage).toMatchObject({ status: 'partial', gaps: [{ file: 'a.php' }] });
    expect(findings).toContainEqual(
      expect.objectContaining({ file: 'z.php', rule: 'php-command-injection' }),
    );
  }
  expect(gap(`<?php $x = ${"'a' . ".repeat(15_000)}'b'; system($x . $_GET['x']);`).coverage.status).toBe(
    'assessed',
  );
});
