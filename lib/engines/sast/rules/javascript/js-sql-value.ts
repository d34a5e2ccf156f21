import type { Rule } from '@scangate/engines/sast/rule';
import { isBuiltText } from '@scangate/engines/sast/taint/value';
import { putsQuotedSqlValue } from '../sql-value.ts';

export const jsSqlValue: Rule = {
  id: 'js-sql-value',
  cwe: 'CWE-89',
  severity: 'medium',
  title: 'Value put into SQL as text',
  message:
    'A value is put between the quotes of an SQL statement: a quote in it ends the value, and what follows changes the statement.',
  help: 'Use placeholders in the statement and pass the values separately.',
  supersededBy: ['js-sql-injection'],
  words: ['SELECT', 'select', 'INSERT', 'insert', 'UPDATE', 'update', 'DELETE', 'delete'],
  calls: [
    {
      call: [
        '*.{query,execute,raw,whereRaw,havingRaw,run,all,get,each,exec,prepare,any,one,none,many}',
        '*.{$queryRawUnsafe,$executeRawUnsafe}',
        'query',
      ],
      when: ({ args: [statement] }) => {
        const text = statement?.fields?.get('sql') ?? statement?.fields?.get('text') ?? statement;
        return text !== undefined && isBuiltText(text) && putsQuotedSqlValue(text);
      },
    },
  ],
  positives: [
    "const name = await read();\nawait pool.query(`SELECT * FROM users WHERE name = '${name}'`); // HERE\n",
    'export const find = (name) => pool.query("SELECT * FROM users WHERE name = \'" + name + "\'"); // HERE\n',
    "db.run(`INSERT INTO users (name) VALUES ('${user.name}')`); // HERE\n",
    "const name = await read();\nawait pool.$queryRawUnsafe(`SELECT * FROM users WHERE name = '${name}'`); // HERE\n",
    "query(`INSERT INTO users (name) VALUES ('${user.name}')`); // HERE\n",
  ],
  negatives: [
    "await pool.query('SELECT * FROM users WHERE name = $1', [name]);\n",
    'await pool.query(`SELECT * FROM ${table}`);\n',
    'await pool.query(`SELECT * FROM users WHERE id = ${id}`);\n',
    "await pool.query(`SELECT * FROM users WHERE state = '${STATES.OPEN}'`);\n",
    'cache.get(`select:${name}`);\n',
  ],
};
