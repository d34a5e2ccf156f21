import { describe, expect, test } from 'vitest';
import { scanCode, unitOf, weaknessesIn } from '../scan-code.ts';

const handler = (body: string): string =>
  `use axum::extract::{Path, Query};\nuse sqlx::query;\nasync fn handler(Query(p): Query<Params>) -> Result<String, AppError> {\n${body}\n}\n`;
const finds = (text: string, rule: string): boolean =>
  weaknessesIn({ 'src/main.rs': text }).some(
    (finding) => finding.rule === rule && finding.confidence !== 'low',
  );

const sql = (value: string): string => `    query(${value}).fetch_all(&pool).await?;`;

describe('a text from the request is followed through Rust', () => {
  test.each([
    ['a format', sql('&format!("select {}", p.name)'), true],
    ['a captured name', `    let name = p.name;\n${sql('&format!("select {name}")')}`, true],
    ['a named argument', sql('&format!("select {a} {b:?}", b = 1, a = p.name)'), true],
    ['a position', sql('&format!("select {1} {0}", 1, p.name)'), true],
    ['another position', sql('&format!("select {0}", 1, p.name)'), false],
    ['a sum', sql('&("select ".to_string() + &p.name)'), true],
    [
      'a string that is appended to',
      `    let mut text = String::from("select ");\n    text.push_str(&p.name);\n${sql('&text')}`,
      true,
    ],
    [
      'a match',
      `    let text = match p.kind { Kind::A => "a".to_string(), Kind::B(name) => name, _ => return Ok(String::new()) };\n${sql('&format!("select {text}")')}`,
      true,
    ],
    [
      'a match over fixed strings',
      `    let text = match p.name.as_str() { "a" | "b" => "a", _ => "c" };\n${sql('&format!("select {text}")')}`,
      false,
    ],
    [
      'the value of an if',
      `    let text = if p.short { p.name.clone() } else { "a".to_string() };\n${sql('&format!("select {text}")')}`,
      true,
    ],
    ['if let', `    if let Some(name) = p.name {\n    ${sql('&format!("select {name}")')}\n    }`, true],
    [
      'let else',
      `    let Some(name) = p.name else { return Ok(String::new()) };\n${sql('&format!("select {name}")')}`,
      true,
    ],
    ['the operator ?', `    let name = clean(p.name)?;\n${sql('&format!("select {name}")')}`, true],
    ['a parsed number', `    let id: i64 = p.id.parse()?;\n${sql('&format!("select {id}")')}`, false],
    [
      'a chain of closures',
      `    let names = p.names.iter().map(|name| format!("'{}'", name)).collect::<Vec<_>>().join(",");\n${sql('&format!("select {names}")')}`,
      true,
    ],
    [
      'a struct',
      `    let made = Made { name: p.name, fixed: "a" };\n${sql('&format!("select {}", made.name)')}`,
      true,
    ],
    [
      'the other field of a struct',
      `    let made = Made { name: p.name, fixed: "a" };\n${sql('&format!("select {}", made.fixed)')}`,
      false,
    ],
    [
      'a destructured struct',
      `    let Params { name, id: number, .. } = p;\n${sql('&format!("select {name}")')}`,
      true,
    ],
    ['an item of a tuple', `    let (a, b) = (p.name, "b");\n${sql('&format!("select {a}")')}`, true],
    ['the other item of a tuple', `    let (a, b) = (p.name, "b");\n${sql('&format!("select {b}")')}`, false],
    [
      'a guard with an early return',
      `    if !["a", "b"].contains(&p.name.as_str()) { return Ok(String::new()); }\n${sql('&format!("select {}", p.name)')}`,
      false,
    ],
    ['a loop', `    for name in p.names {\n    ${sql('&format!("select {}", name)')}\n    }`, true],
    [
      'a block',
      `    let text = { let a = p.name; a.trim().to_owned() };\n${sql('&format!("select {text}")')}`,
      true,
    ],
  ])('%s', (_, body, found) => {
    expect(finds(handler(body), 'rs-sql-injection')).toBe(found);
  });
});

const declared = 'struct Page {\n    size: u32,\n    name: String,\n}\n';

test.each([
  [
    'a closure with extractors',
    'let app = Router::new().route("/", get(|Query(p): Query<P>| async move { sqlx::query(&format!("{}", p.a)) }));\n',
    true,
  ],
  ['Actix with a type', 'async fn f(q: web::Query<P>) { sqlx::query(&format!("{}", q.a)); }\n', true],
  ['a number in a path', 'async fn f(id: web::Path<u32>) { sqlx::query(&format!("{}", id)); }\n', false],
  [
    'a number in a struct of this file',
    `${declared}async fn f(Query(page): Query<Page>) { sqlx::query(&format!("{}", page.size)); }\n`,
    false,
  ],
  [
    'a string in a struct of this file',
    `${declared}async fn f(Query(page): Query<Page>) { sqlx::query(&format!("{}", page.name)); }\n`,
    true,
  ],
  ['a path of the file system', 'fn f(path: &Path) { sqlx::query(&format!("{}", path.a)); }\n', false],
  ['Rocket', '#[get("/<name>")]\nfn f(name: &str) { sqlx::query(name); }\n', true],
  ['a function that handles no requests', 'fn f(name: &str) { sqlx::query(name); }\n', false],
  [
    'a test',
    '#[cfg(test)]\nmod tests {\n    async fn f(q: web::Query<P>) { sqlx::query(&format!("{}", q.a)); }\n}\n',
    false,
  ],
] as const)('%s is an entry point as in the framework', (_, text, found) => {
  expect(finds(text, 'rs-sql-injection')).toBe(found);
});

test('a flow continues in the module of another file', () => {
  const found = weaknessesIn({
    'src/handlers.rs':
      'use crate::users;\nuse axum::extract::Query;\nasync fn find(Query(p): Query<P>) -> String {\n    users::search(&p.name).await\n}\n',
    'src/users.rs':
      'pub async fn search(name: &str) -> String {\n    sqlx::query(&format!("select * from users where name = \'{}\'", name)).fetch_one(pool()).await\n}\n',
  }).filter(({ confidence }) => confidence !== 'low');
  expect(found).toMatchObject([
    {
      rule: 'rs-sql-injection',
      file: 'src/users.rs',
      line: 2,
      flow: expect.arrayContaining([expect.objectContaining({ file: 'src/handlers.rs' })]),
    },
  ]);
});

test('truncated or invalid Rust does not affect other files', () => {
  const whole = handler(sql('&format!("select {}", p.name)'));
  for (let end = 0; end < whole.length; end += 9)
    expect(() => finds(whole.slice(0, end), 'rs-sql-injection')).not.toThrow();
  const { findings } = scanCode(
    unitOf({ 'a.rs': 'format!("{"'.repeat(300), 'b.rs': 'fn {{{ => match ;; #[', 'c.rs': whole }),
  );
  expect(findings).toHaveLength(1);
});

test('endless nesting and one long line are reported, or analyzed', () => {
  const nested = `fn f() { let a = ${'('.repeat(5000)}1; }`;
  const macros = `fn f() { sqlx::query(${'format!("{}", '.repeat(300)}a${')'.repeat(300)}); }`;
  const sums = `fn f(b: i64) -> i64 { sqlx::query("a"); ${'b + '.repeat(25_000)}b }`;
  const { coverage } = scanCode(unitOf({ 'a.rs': nested, 'b.rs': macros, 'c.rs': sums }));
  expect(coverage.gaps.filter(({ file }) => file === 'a.rs')).toMatchObject([
    { reason: 'nested too deeply: not scanned' },
  ]);
  expect(coverage.assessed).toBeGreaterThanOrEqual(2);
  const hidden = handler(sql(`&format!("${'x'.repeat(100_000)}{}", p.name)`)).replaceAll('\n', ' ');
  expect(finds(hidden, 'rs-sql-injection')).toBe(true);
});
