import type { Call, Rule } from '@scangate/engines/sast/rule';
import { isBuiltText } from '@scangate/engines/sast/taint/value';
import { fromParameter } from '../from-parameter.ts';
import { beginsAsSql, isNotSql } from './conditions.ts';

/** Other objects have a `query` method: unless the receiver is named like a database, the text must begin as SQL. */
const isDatabase = ({ names, args }: Call): boolean =>
  names.some((name) =>
    /^query$|db|sql|pool|con\b|conn|client|database|knex|sequelize|\bpg|manager|repo|trx|\btx|transaction|session|runner|prisma|drizzle|orm\b|store/i.test(
      name,
    ),
  ) ||
  args[0]?.fields !== undefined ||
  beginsAsSql(args[0]);

export const jsSqlInjection: Rule = {
  id: 'js-sql-injection',
  cwe: 'CWE-89',
  severity: 'critical',
  title: 'SQL built from untrusted input',
  message:
    'Untrusted input becomes part of an SQL statement, so that its sender can read or change the database.',
  help: 'Use placeholders in the statement and pass the values separately.',
  category: 'sql',
  sinks: [
    {
      call: ['*.{query,execute}', 'query'],
      fields: ['sql', 'text', 'query'],
      when: isDatabase,
      unless: isNotSql,
    },
    {
      call: [
        '*.{raw,whereRaw,orWhereRaw,havingRaw,orderByRaw,groupByRaw,joinRaw,fromRaw,selectRaw,literal}',
        '*.{$queryRawUnsafe,$executeRawUnsafe,queryRawUnsafe,executeRawUnsafe,createQueryRunner}',
      ],
      unless: isNotSql,
    },
    {
      call: [
        '*.{run,all,get,each,exec,prepare,any,one,none,many,oneOrNone,manyOrNone,where,andWhere,orWhere,having,unsafe}',
      ],
      when: ({ args }) => beginsAsSql(args[0]),
    },
  ],
  positives: [
    "const mysql = require('mysql');\nconst db = mysql.createConnection({});\napp.get('/u', (req, res) => {\n  const sql = \"SELECT * FROM users WHERE id = '\" + req.query.id + \"'\";\n  db.query(sql, (err, rows) => res.json(rows)); // HERE\n});\n",
    "export async function find(req: Request) {\n  return sequelize.query(`SELECT * FROM Products WHERE name LIKE '%${req.query.q}%'`); // HERE\n}\n",
    'app.post("/x", async (req, res) => {\n  await pool.query({ text: "delete from t where id=" + req.body.id }); // HERE\n});\n',
    'app.get("/x", (req, res) => {\n  db.get(`SELECT * FROM u WHERE name = "${req.params.name}"`, cb); // HERE\n});\n',
    'app.get("/x", (req, res) => {\n  knex("t").whereRaw("name = \'" + req.query.n + "\'"); // HERE\n});\n',
    'app.post("/x", async (req, res) => {\n  await pool.query({ sql: "delete from t where id=" + req.body.id }); // HERE\n});\n',
    'app.post("/x", async (req, res) => {\n  await pool.query({ query: "delete from t where id=" + req.body.id }); // HERE\n});\n',
  ],
  negatives: [
    "app.get('/u', (req, res) => db.query('SELECT * FROM users WHERE id = ?', [req.query.id]));\n",
    "app.get('/u', (req, res) => db.query('SELECT * FROM users WHERE id = ' + parseInt(req.query.id, 10)));\n",
    "app.get('/u', (req, res) => pool.query({ text: 'select $1', values: [req.query.id] }));\n",
    "app.get('/u', (req, res) => sequelize.query('SELECT * FROM t WHERE a = :a', { replacements: { a: req.query.a } }));\n",
    'app.get("/u", (req, res) => sql`select * from t where id = ${req.query.id}`);\n',
    "app.get('/u', (req, res) => cache.get('user:' + req.query.id));\n",
    "app.get('/u', async (req, res) => res.json(await webfinger.query(req.query.handle)));\n",
    "app.get('/u', (req, res) => {\n  const order = req.query.order === 'asc' ? 'ASC' : 'DESC';\n  db.query('select * from t order by a ' + order);\n});\n",
  ],
};

export const jsSqlFromParameter = fromParameter(jsSqlInjection, {
  id: 'js-sql-from-parameter',
  title: 'Parameter put into SQL as text',
  does: 'puts its argument into an SQL statement as text',
  words: ['SELECT', 'select', 'INSERT', 'UPDATE', 'DELETE'],
  // Many functions are meant to run a given statement; only text added to one counts.
  sinks: jsSqlInjection.sinks!.map((sink) => ({
    ...sink,
    unless: (value) => !(isBuiltText(value) && beginsAsSql(value)),
  })),
  positives: [
    'async function find(name) {\n  return pool.query("SELECT * FROM users WHERE name = \'" + name + "\'"); // HERE\n}\n',
    'export const find = (id: string) => sequelize.query(`select * from users where id = ${id}`); // HERE\n',
    "export const f = (q) => {\n  query('SELECT * FROM t WHERE a = ' + q); // HERE\n};\n",
    'async function find(name) {\n  return pool.$queryRawUnsafe("SELECT * FROM users WHERE name = \'" + name + "\'"); // HERE\n}\n',
  ],
  negatives: [
    "const find = (name) => pool.query('SELECT * FROM users WHERE name = $1', [name]);\n",
    'const run = (statement) => pool.query(statement);\n',
    'const find = (id: number) => pool.query(`select * from users where id = ${id}`);\n',
    "app.get('/x', (req, res) => db.query('select ' + req.query.a));\n",
  ],
});
