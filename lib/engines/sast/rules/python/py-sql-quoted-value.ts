import type { Rule } from '@scangate/engines/sast/rule';
import { isBuiltText } from '@scangate/engines/sast/taint/value';
import { putsQuotedSqlValue } from '../sql-value.ts';
import { execute } from './statements.ts';

export const pySqlQuotedValue: Rule = {
  id: 'py-sql-quoted-value',
  cwe: 'CWE-89',
  severity: 'medium',
  title: 'Value put into SQL as text',
  message:
    'A value is put between the quotes of an SQL statement: a quote in it ends the value, and what follows changes the statement.',
  help: 'Use a placeholder and pass the value beside the statement.',
  supersededBy: ['py-sql-injection', 'py-sql-injection-local', 'py-sql-from-parameter'],
  calls: [
    {
      call: [execute, '*.{prepare,copy_from_query}', 'sqlalchemy.text', '*.raw', 'RawSQL', '*.RawSQL'],
      when: ({ args: [statement] }) =>
        statement !== undefined && isBuiltText(statement) && putsQuotedSqlValue(statement),
    },
  ],
  positives: [
    'cur.execute("SELECT * FROM t WHERE id = \'%s\'" % identifier)  # HERE\n',
    'name = read()\ncur.execute(f"DELETE FROM t WHERE name LIKE \'%{name}%\'")  # HERE\n',
    'name = read()\nsql = "INSERT INTO t (a) VALUES (\'" + name + "\')"\ncur.execute(sql)  # HERE\n',
  ],
  negatives: [
    'cur.execute("SELECT * FROM t WHERE id = %s" % identifier)\n',
    'cur.execute("SELECT * FROM t WHERE id = %s", (identifier,))\n',
    'cur.execute("SELECT * FROM {}".format(table))\n',
    'cur.execute(f"SELECT \'a\' FROM {table}")\n',
    'name = "a"\ncur.execute(f"SELECT * FROM t WHERE name = \'{name}\'")\n',
  ],
};
