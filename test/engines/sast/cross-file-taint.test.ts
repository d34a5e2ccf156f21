import { describe, expect, test } from 'vitest';
import { scanCode, unitOf, weaknessesIn } from './scan-code.ts';

/** Returns the proven flows; that a parameter becomes SQL is reported beside them, with low confidence. */
const found = (files: Record<string, string>): string[] =>
  weaknessesIn(files)
    .filter(({ confidence }) => confidence !== 'low')
    .map(({ rule, file, line }) => `${rule} ${file}:${line}`);

const store = (body: string) => `const db = require('./db');\n${body}`;
const sql = `db.query("SELECT * FROM users WHERE name = '" + name + "'")`;
const route = (use: string) => `app.get('/u', async (req, res) => {\n  res.json(${use});\n});\n`;

describe('untrusted text that one file passes to another', () => {
  test.each([
    [
      'a named export',
      `exports.find = (name) =>\n  ${sql};\n`,
      `const users = require('./users');\n${route('await users.find(req.query.name)')}`,
    ],
    [
      'a module that is a function',
      `function find(name) {\n  return ${sql};\n}\nmodule.exports = find;\n`,
      `const find = require('./users');\n${route('await find(req.query.name)')}`,
    ],
    [
      'a default export',
      `export default function (name) {\n  return ${sql};\n}\n`,
      `import find from './users.js';\n${route('await find(req.query.name)')}`,
    ],
    [
      'a class',
      `export class Users {\n  find(name) { return ${sql}; }\n}\n`,
      `import { Users } from './users';\nconst users = new Users();\n${route('await users.find(req.query.name)')}`,
    ],
    [
      'a function that fills an object',
      `exports.Users = function () {\n  this.find = (name) => ${sql};\n};\n`,
      `const { Users } = require('./users');\nconst users = new Users();\n${route('await users.find(req.query.name)')}`,
    ],
  ])('is followed into %s', (_, callee, caller) => {
    expect(found({ 'src/users.js': store(callee), 'src/routes.js': caller })).toEqual([
      'js-sql-injection src/users.js:3',
    ]);
  });

  test('is followed through several files in any order', () => {
    expect(
      found({
        'c.js': `exports.last = (name) => ${sql};\n`,
        'b.js': "const c = require('./c');\nexports.middle = (name) => c.last(name.trim());\n",
        'a.js': `const b = require('./b');\n${route('b.middle(req.query.name)')}`,
      }),
    ).toEqual(['js-sql-injection c.js:1']);
  });

  test('has its origin in the flow', () => {
    const [finding] = weaknessesIn({
      'users.js': `exports.find = (name) => ${sql};\n`,
      'routes.js': `const users = require('./users');\n${route('users.find(req.query.name)')}`,
    });
    expect(finding?.flow?.slice(0, 2)).toMatchObject([
      { file: 'routes.js', line: 3, column: expect.any(Number), message: 'value of the request' },
      { line: 1, message: 'value of the request, given by routes.js:3' },
    ]);
    expect(finding?.flow?.slice(1).map((step) => step.file)).toEqual(
      finding?.flow?.slice(1).map(() => undefined),
    );
  });

  test('has the first of several files in the flow', () => {
    const [finding] = weaknessesIn({
      'c.js': `exports.last = (name) => ${sql};\n`,
      'b.js': "const c = require('./c');\nexports.middle = (name) => c.last(name.trim());\n",
      'a.js': `const b = require('./b');\n${route('b.middle(req.query.name)')}`,
    });
    expect(finding?.flow?.slice(0, 2)).toMatchObject([
      { file: 'a.js', line: 3, message: 'value of the request' },
      { line: 1, message: 'value of the request, given by a.js:3' },
    ]);
  });

  test('is not reported when it is sanitized, constant, or passed to another function', () => {
    // Without quotes in the statement nothing is reported of the function by itself.
    const unquoted = 'db.query("SELECT * FROM users WHERE name = " + name)';
    const users = { 'users.js': `exports.find = (name) => ${unquoted};\nexports.other = (name) => name;\n` };
    for (const use of [
      'users.find(Number(req.query.id))',
      "users.find('fixed')",
      'users.other(req.query.name)',
      'find(req.query.name)',
    ])
      expect(found({ ...users, 'routes.js': `const users = require('./users');\n${route(use)}` })).toEqual(
        [],
      );
  });

  test('is followed in Python, Java and Go by module, class and package', () => {
    expect(
      found({
        'app/run.py': 'import os\n\ndef ping(host):\n    os.system("ping " + host)\n',
        'app/views.py':
          'from flask import request\nfrom app.run import ping\n\ndef view():\n    ping(request.args["host"])\n',
      }),
    ).toEqual(['py-command-injection app/run.py:4']);
    expect(
      found({
        'src/Store.java':
          'class Store {\n  void find(String name, Statement s) throws Exception {\n    s.executeQuery("select * from t where n = \'" + name + "\'");\n  }\n}\n',
        'src/Page.java':
          'class Page {\n  private Store store;\n  void get(HttpServletRequest request, Statement s) throws Exception {\n    store.find(request.getParameter("name"), s);\n  }\n}\n',
      }),
    ).toEqual(['java-sql-injection src/Store.java:3']);
    expect(
      found({
        'run/run.go':
          'package run\n\nimport "os/exec"\n\nfunc Ping(host string) {\n\texec.Command("sh", "-c", "ping "+host).Run()\n}\n',
        'web/web.go':
          'package web\n\nimport (\n\t"net/http"\n\n\t"example.com/app/run"\n)\n\nfunc handle(w http.ResponseWriter, r *http.Request) {\n\trun.Ping(r.FormValue("host"))\n}\n',
      }),
    ).toEqual(['go-command-injection run/run.go:6']);
  });
});

describe('a file that is scanned again for what another passes to it', () => {
  const calls = Array.from({ length: 5_001 }, (_, index) => `other.f${index}(name);`).join('\n');
  const tools = `const { exec } = require('child_process');
const other = require('./other');
exports.find = (name) => {\n${calls}\n};
exports.ping = (req, res) => exec('ping ' + req.query.host);\n`;
  const routes = `const tools = require('./tools');\n${route('tools.find(req.query.name)')}`;

  test('keeps its findings when the caller makes it exceed its limits, and is assessed in part', () => {
    const alone = scanCode(unitOf({ 'tools.js': tools }));
    expect(alone.findings).toMatchObject([{ rule: 'js-command-injection', file: 'tools.js' }]);
    expect(alone.coverage).toMatchObject({ status: 'assessed', gaps: [] });
    const called = scanCode(unitOf({ 'tools.js': tools, 'routes.js': routes }));
    expect(called.findings).toEqual(alone.findings);
    expect(called.coverage).toMatchObject({
      status: 'partial',
      assessed: 2,
      gaps: [{ reason: 'step or depth limit reached: scanned in part', file: 'tools.js', count: 1 }],
    });
  });

  test('has each finding once, with the flow from the caller', () => {
    const users = `exports.find = (name) => ${sql};\nexports.other = (req) => ${sql.replace('name +', 'req.query.a +')};\n`;
    const findings = weaknessesIn({
      'users.js': users,
      'routes.js': `const users = require('./users');\n${route('users.find(req.query.name)')}`,
    });
    expect(findings.map(({ rule, line, flow }) => [rule, line, flow?.[0]?.file])).toEqual([
      ['js-sql-injection', 1, 'routes.js'],
      ['js-sql-injection', 2, undefined],
    ]);
    expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(2);
  });
});

describe('decoys do not stop the flow', () => {
  const filesOf = (name: (index: number) => string, count: number, text = '\n') =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), text]));
  const python = {
    'app/run.py': 'import os\n\ndef ping(host):\n    os.system("ping " + host)\n',
    'app/views.py':
      'from flask import request\nimport run\n\ndef view():\n    run.ping(request.args["host"])\n',
  };
  const go = {
    'web/run.go':
      'package web\n\nimport "os/exec"\n\nfunc Ping(host string) {\n\texec.Command("sh", "-c", "ping "+host).Run()\n}\n',
    'web/web.go':
      'package web\n\nimport "net/http"\n\nfunc handle(w http.ResponseWriter, r *http.Request) {\n\tPing(r.FormValue("host"))\n}\n',
  };

  test.each([
    ['modules', python, (index: number) => `d${index}/run.py`, 'py-command-injection app/run.py:4'],
    ['files of a package', go, (index: number) => `web/d${index}.go`, 'go-command-injection web/run.go:6'],
  ])('hundreds of other %s', (_, files, decoy, expected) => {
    const all = { ...filesOf(decoy, 300), ...files };
    expect(found(all)).toEqual([expected]);
    expect(scanCode(unitOf(all)).coverage).toMatchObject({ status: 'assessed', gaps: [] });
  });

  test('more of them than are looked at are told, and the nearest file is still found', () => {
    const all = { ...filesOf((index) => `d${index}/run.py`, 600), ...python };
    expect(found(all)).toEqual(['py-command-injection app/run.py:4']);
    expect(scanCode(unitOf(all)).coverage).toMatchObject({
      status: 'partial',
      gaps: [
        {
          reason: 'more than 500 files may define a function: values followed into the nearest',
          file: 'app/views.py',
        },
      ],
    });
  });

  test('calls that pass more values than are kept are told', () => {
    const calls = Array.from({ length: 5_001 }, (_, index) => `users.f${index}(req.query.a);`).join('\n');
    const routes = `const users = require('./users');\napp.get('/u', (req) => {\n${calls}\n});\n`;
    expect(scanCode(unitOf({ 'routes.js': routes, 'users.js': '\n' })).coverage).toMatchObject({
      status: 'partial',
      gaps: [{ reason: 'step or depth limit reached: scanned in part', file: 'routes.js' }],
    });
  });
});
