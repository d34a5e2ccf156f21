import { describe, expect, test } from 'vitest';
import { weaknessesIn } from '../scan-code.ts';

const rulesIn = (file: string, text: string): string[] =>
  weaknessesIn({ [file]: text })
    .filter(({ confidence, rule }) => confidence !== 'low' && !rule.endsWith('trust-boundary'))
    .map(({ rule, line }) => `${rule}:${line}`);

const servlet = (...methods: string[]) => `class A extends HttpServlet {\n${methods.join('\n')}\n}\n`;
const put = (key: string) =>
  `void doPost(HttpServletRequest request, HttpServletResponse response) throws Exception { request.getSession().setAttribute("${key}", request.getParameter("a")); }`;
const get = (key: string) =>
  `void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception { HttpSession session = request.getSession(); response.getWriter().println("<p>" + session.getAttribute("${key}")); }`;

describe('a session passes on what was stored in it', () => {
  test('in a later method', () => {
    expect(rulesIn('A.java', servlet(put('name'), get('name')))).toEqual(['java-xss:3']);
  });

  test('in an earlier method', () => {
    expect(rulesIn('A.java', servlet(get('name'), put('name')))).toEqual(['java-xss:2']);
  });

  test('under the same key only', () => {
    expect(rulesIn('A.java', servlet(put('name'), get('other')))).toEqual([]);
  });

  test('in handlers of JavaScript', () => {
    const text = [
      "app.post('/a', (req, res) => { req.session.name = req.body.name; res.end(); });",
      "app.get('/b', (req, res) => { res.send('<p>' + req.session.name); });",
      "app.get('/c', (req, res) => { res.send('<p>' + req.session.other); });",
    ];
    expect(rulesIn('a.js', text.join('\n'))).toEqual(['js-xss:2']);
  });

  test('in views of Python', () => {
    const text = [
      'from flask import session, request',
      '@app.route("/a")',
      'def a():',
      '    session["name"] = request.args["name"]',
      '@app.route("/b")',
      'def b():',
      '    cursor.execute("SELECT * FROM t WHERE a = \'" + session["name"] + "\'")',
    ];
    expect(rulesIn('a.py', text.join('\n'))).toEqual(['py-sql-injection:7']);
  });

  test.each(['session["name"]', 'session.get("name", "")', 'session.pop("name")'])(
    'on the page itself: %s',
    (read) => {
      const text = [
        'from flask import session, request',
        '@app.route("/a")',
        'def a():',
        '    session["name"] = request.args["name"]',
        '@app.route("/b")',
        'def b():',
        `    return ${read}`,
      ];
      expect(rulesIn('a.py', text.join('\n'))).toEqual(['py-xss:7']);
    },
  );
});

test('a flow through a session says so', () => {
  const [finding] = weaknessesIn({ 'A.java': servlet(put('name'), get('name')) }).filter(
    ({ rule }) => rule === 'java-xss',
  );
  expect(finding?.flow?.map(({ message }) => message)).toContain('carried by the session');
});

describe('a writer or connection in a field', () => {
  test.each([
    ['set by its name', 'out = response.getWriter();'],
    ['set with this', 'this.out = response.getWriter();'],
  ])('%s is the response in other methods', (_, set) => {
    const text = servlet(
      'private PrintWriter out;',
      `void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception { ${set} show(request.getParameter("a")); }`,
      'private void show(String text) { out.println("<p>" + text); }',
    );
    expect(rulesIn('A.java', text)).toEqual(['java-xss:4']);
  });

  test('a file of the same type is not the response', () => {
    const text = servlet(
      'private PrintWriter out = new PrintWriter("a.txt");',
      'void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception { show(request.getParameter("a")); }',
      'private void show(String text) { out.println("<p>" + text); }',
    );
    expect(rulesIn('A.java', text)).toEqual([]);
  });

  test('and other keys, and the rest of its module, stay untainted', () => {
    const text = [
      'import flask',
      '@app.route("/set")',
      'def put():',
      '    flask.session["name"] = flask.request.args["name"]',
      '    return flask.session.get("other") or flask.session["another"] or flask.Markup("<html>")',
      '@app.route("/special")',
      'def special():',
      '    flask.session["m"] = flask.Markup("<html>")',
      '    return ""',
      '@app.route("/get")',
      'def get():',
      '    return flask.session.get("m")',
    ].join('\n');
    expect(weaknessesIn({ 'a.py': text }).map(({ rule, line }) => `${rule}:${line}`)).toEqual([
      'py-trust-boundary:4',
    ]);
  });
});
