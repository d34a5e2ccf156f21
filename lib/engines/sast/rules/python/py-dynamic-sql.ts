import type { Rule } from '@scangate/engines/sast/rule';
import { prefixOf } from '@scangate/engines/sast/taint/value';
import { beginsAsStatement, execute } from './statements.ts';

export const pyDynamicSql: Rule = {
  id: 'py-dynamic-sql',
  cwe: 'CWE-89',
  severity: 'low',
  confidence: 'low',
  title: 'Text put between quotes in SQL',
  message:
    'A value is put between the quotes of an SQL statement: a quote in it ends the text and changes the statement.',
  help: 'Use a placeholder and pass the value beside the statement.',
  supersededBy: ['py-sql-injection', 'py-sql-injection-local', 'py-sql-from-parameter'],
  calls: [
    {
      call: [execute],
      when: ({ args: [statement] }) =>
        statement !== undefined &&
        statement.constant === undefined &&
        beginsAsStatement(statement) &&
        /['"]%?$/.test(prefixOf(statement) ?? ''),
    },
  ],
  positives: [
    'cur.execute("SELECT * FROM t WHERE id = \'%s\'" % identifier)  # HERE\n',
    'name = read()\ncur.execute(f"DELETE FROM t WHERE name = \'{name}\'")  # HERE\n',
  ],
  negatives: [
    'cur.execute("SELECT * FROM t WHERE id = %s", (identifier,))\n',
    'cur.execute(f"SELECT * FROM {table}")\n',
    'name = "a"\ncur.execute(f"SELECT * FROM t WHERE name = \'{name}\'")\n',
  ],
};
