import type { Rule } from '@scangate/engines/sast/rule';
import { statementSinks, putsValue } from './statements.ts';

export const pySqlFromParameter: Rule = {
  id: 'py-sql-from-parameter',
  cwe: 'CWE-89',
  severity: 'medium',
  confidence: 'low',
  title: 'Parameter put into SQL as text',
  message:
    'A function puts its argument into an SQL statement as text: wherever it is called with untrusted input, that input can change the statement.',
  help: 'Use a placeholder and pass the value separately: execute("… WHERE name = ?", (name,)).',
  category: 'sql',
  labels: ['parameter'],
  supersededBy: ['py-sql-injection'],
  sinks: statementSinks.map((sink) => ({
    ...sink,
    unless: (value) => !putsValue(value) || sink.unless?.(value) === true,
  })),
  positives: [
    "def login(username, password):\n    c = conn.cursor()\n    return c.execute(\"SELECT * FROM users WHERE n = '{}' and p = '{}'\".format(username, password))  # HERE\n",
    'class Users:\n    def find(self, name: str):\n        self.db.execute(f"SELECT * FROM users WHERE name = \'{name}\'")  # HERE\n',
    'def find(name):\n    sql = "select * from u where name like \'%" + name + "%\'"\n    cursor.execute(sql)  # HERE\n',
  ],
  negatives: [
    'def add(columns, values):\n    cursor.execute(f"INSERT INTO {TABLE} ({columns}) VALUES (?)", values)\n',
    'def find(name):\n    cursor.execute("SELECT * FROM users WHERE name = ?", (name,))\n',
    'def count(table):\n    cursor.execute(f"SELECT count(*) FROM {table}")\n',
    'def find(id: int):\n    cursor.execute(f"SELECT * FROM users WHERE id = {id}")\n',
    'def find(id):\n    cursor.execute("SELECT * FROM users WHERE id = %d" % id)\n',
  ],
};
