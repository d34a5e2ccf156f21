import type { Rule } from '@scangate/engines/sast/rule';
import { isBuiltText } from '@scangate/engines/sast/taint/value';
import { beginsAsStatement, execute } from './statements.ts';

export const pyDynamicSql: Rule = {
  id: 'py-dynamic-sql',
  cwe: 'CWE-89',
  severity: 'low',
  confidence: 'low',
  title: 'Text put into SQL',
  message:
    'A value of unknown origin is put into an SQL statement as text: if untrusted input reaches it, that input can change the statement.',
  help: 'Use a placeholder and pass the value separately; choose table and column names from a list.',
  supersededBy: [
    'py-sql-injection',
    'py-sql-injection-local',
    'py-sql-from-parameter',
    'py-sql-quoted-value',
  ],
  calls: [
    {
      call: [
        execute,
        '*.cursor',
        '*.{prepare,copy_from_query}',
        'sqlalchemy.{text,literal_column}',
        '*.raw',
        'RawSQL',
        '*.RawSQL',
      ],
      when: ({ args: [statement] }) =>
        statement !== undefined && isBuiltText(statement) && beginsAsStatement(statement),
    },
  ],
  positives: [
    'cur.execute("SELECT * FROM t WHERE id = %s" % identifier)  # HERE\n',
    'name = read()\ncur.execute(f"DELETE FROM t WHERE name = {name}")  # HERE\n',
    'cur.execute("SELECT * FROM {}".format(table))  # HERE\n',
    'sql = "SELECT a FROM t ORDER BY " + read()\nconn.fetch(sql)  # HERE\n',
  ],
  negatives: [
    'cur.execute("SELECT * FROM t WHERE id = %s", (identifier,))\n',
    'cur.execute(f"SELECT * FROM {TABLE}")\n',
    'name = "a"\ncur.execute(f"SELECT * FROM t WHERE name = \'{name}\'")\n',
    'order = "asc" if ascending else "desc"\ncur.execute("SELECT * FROM t ORDER BY a " + order)\n',
    'cur.execute(f"SELECT * FROM t LIMIT {int(limit)}")\n',
  ],
};
