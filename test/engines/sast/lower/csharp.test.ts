import { describe, expect, test } from 'vitest';
import { scanCode, unitOf, weaknessesIn } from '../scan-code.ts';

const action = (body: string): string =>
  `public class AController : ControllerBase\n{\n    [HttpGet]\n    public IActionResult Get([FromQuery] string q, [FromBody] Order order)\n    {\n${body}\n    }\n}\n`;
const finds = (text: string, rule: string, path = 'App.cs'): boolean =>
  weaknessesIn({ [path]: text }).some((finding) => finding.rule === rule && finding.confidence !== 'low');

const sql = (value: string): string => `        _db.A.FromSqlRaw(${value});`;

describe('a text from the request is followed through C#', () => {
  test.each([
    ['an interpolation', sql('$"select {q}"'), true],
    ['a raw interpolation', sql('$"""select "{q}" """'), true],
    ['a sum', sql('"a" + "b" + q'), true],
    ['a format', sql('string.Format("select {0}", q)'), true],
    [
      'a builder',
      `        var text = new StringBuilder();\n        text.Append("select ").Append(q);\n${sql('text.ToString()')}`,
      true,
    ],
    ['a default', sql('"select " + (q ?? "a")'), true],
    ['a conditional access', sql('"select " + order?.Name?.Trim()'), true],
    ['a switch expression', sql('"select " + (order.Kind switch { 1 => q, _ => "a" })'), true],
    [
      'a switch over fixed strings',
      sql('"select " + (q switch { "a" => "a", "b" or "c" => "b", _ => "c" })'),
      false,
    ],
    [
      'a pattern that names it',
      `        if (q is string text)\n        {\n    ${sql('"select " + text')}\n        }`,
      true,
    ],
    [
      'a comparison with fixed strings',
      `        if (q is not ("a" or "b")) return BadRequest();\n${sql('"select " + q')}`,
      false,
    ],
    [
      'LINQ with a lambda',
      sql('"select " + string.Join(",", order.Names.Select(name => name.Trim()))'),
      true,
    ],
    ['a query', sql('"select " + (from name in order.Names where name != "" select name).First()'), false],
    ['an item of a tuple', `        var (a, b) = (q, "b");\n${sql('"select " + a')}`, true],
    ['the other item of a tuple', `        var (a, b) = (q, "b");\n${sql('"select " + b')}`, false],
    [
      'an awaited function',
      `        var text = await Wrap(q);\n${sql('"select " + text')}\n        async Task<string> Wrap(string a) => a + "b";`,
      true,
    ],
    [
      'a local function that returns a number',
      `        var text = Size(q);\n${sql('"select " + text')}\n        int Size(string a) => a.Length;`,
      false,
    ],
    [
      'an object with a field',
      `        var made = new Made { Name = q, Fixed = "a" };\n${sql('"select " + made.Name')}`,
      true,
    ],
    [
      'the other field of an object',
      `        var made = new { Name = q, Fixed = "a" };\n${sql('"select " + made.Fixed')}`,
      false,
    ],
    [
      'a dictionary',
      `        var map = new Dictionary<string, string> { ["a"] = q };\n${sql('"select " + map["a"]')}`,
      true,
    ],
    [
      'a using and a try',
      `        using (var a = F())\n        {\n            try { ${sql('"select " + q')} } catch (IOException e) { Log(e); } finally { G(); }\n        }`,
      true,
    ],
    [
      'an out variable',
      `        if (Request.Query.TryGetValue("a", out var text))\n    ${sql('"select " + text')}`,
      true,
    ],
    ['a namespace that is written out', '        System.IO.File.ReadAllText("a/" + q);', true],
  ])('%s', (_, body, found) => {
    const rule = body.includes('System.IO') ? 'cs-path-traversal' : 'cs-sql-injection';
    expect(finds(action(body), rule)).toBe(found);
  });
});

test.each([
  [
    'a minimal API',
    'app.MapGet("/{name}", (string name, Db db) => db.A.FromSqlRaw("select " + name));\n',
    true,
  ],
  [
    'a minimal API with a number',
    'app.MapGet("/{id}", (int id, Db db) => db.A.FromSqlRaw("select " + id));\n',
    false,
  ],
  [
    'a service of a minimal API',
    'app.MapGet("/", (IClock clock) => db.A.FromSqlRaw("select " + clock.Name));\n',
    false,
  ],
  [
    'a page of Razor',
    'public class A : PageModel\n{\n    public void OnPost(string name) { db.A.FromSqlRaw("select " + name); }\n}\n',
    true,
  ],
  [
    'a class that handles no requests',
    'public class A\n{\n    public void Post(string name) { db.A.FromSqlRaw("select " + name); }\n}\n',
    false,
  ],
  [
    'a private method of a controller',
    'public class AController : Controller\n{\n    private IActionResult Find(string name) { db.A.FromSqlRaw("select " + name); return View(); }\n}\n',
    false,
  ],
  [
    'a parameter of a primary constructor',
    'public class AController(Db db) : Controller\n{\n    public IActionResult Find(string name) { db.A.FromSqlRaw("select " + name); return View(); }\n}\n',
    true,
  ],
] as const)('%s is an entry point as in the framework', (_, text, found) => {
  expect(finds(text, 'cs-sql-injection')).toBe(found);
});

test('a flow continues in the class of another file', () => {
  const found = weaknessesIn({
    'Controllers/UsersController.cs':
      'public class UsersController(UserRepository users) : ControllerBase\n{\n    [HttpGet]\n    public IActionResult Get([FromQuery] string name) => Ok(users.Search(name));\n}\n',
    'Data/UserRepository.cs':
      'public class UserRepository\n{\n    public List<User> Search(string name)\n    {\n        return _db.Users.FromSqlRaw($"select * from users where name = \'{name}\'").ToList();\n    }\n}\n',
  }).filter(({ confidence }) => confidence !== 'low');
  expect(found).toMatchObject([
    {
      rule: 'cs-sql-injection',
      file: 'Data/UserRepository.cs',
      line: 5,
      flow: expect.arrayContaining([expect.objectContaining({ file: 'Controllers/UsersController.cs' })]),
    },
  ]);
});

test('truncated or invalid C# does not affect other files', () => {
  const whole = action(sql('$"select {q}"'));
  for (let end = 0; end < whole.length; end += 9)
    expect(() => finds(whole.slice(0, end), 'cs-sql-injection')).not.toThrow();
  const { findings } = scanCode(
    unitOf({ 'a.cs': '$"{'.repeat(300), 'b.cs': 'class {{{ ??? => ;;', 'c.cs': whole }),
  );
  expect(findings).toHaveLength(1);
});

test('endless nesting and one long line are reported, or analyzed', () => {
  const nested = `class A { void F() { var a = ${'('.repeat(5000)}1; } }`;
  const chain = `class A { object F(object b) { return b${'?.C()'.repeat(5000)}; } }`;
  const sums = `class A { object F(string b) { return ${'b + '.repeat(25_000)}b; } }`;
  const { coverage } = scanCode(unitOf({ 'a.cs': nested, 'b.cs': `${chain}\n//FromSqlRaw`, 'c.cs': sums }));
  expect(coverage.gaps).toMatchObject([
    { reason: 'nested too deeply: not scanned', file: 'a.cs' },
    { reason: 'step or depth limit reached: scanned in part', file: 'b.cs' },
  ]);
  const hidden = action(sql(`"${'x'.repeat(100_000)}" + q`)).replaceAll('\n', ' ');
  expect(finds(hidden, 'cs-sql-injection')).toBe(true);
});
