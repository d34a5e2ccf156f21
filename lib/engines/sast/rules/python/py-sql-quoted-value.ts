import type { Call, Rule } from '@scangate/engines/sast/rule';
import { isBuiltText, prefixOf, type Value } from '@scangate/engines/sast/taint/value';
import { joinsSqlValue, putsQuotedSqlValue } from '../sql-value.ts';
import { around } from './conditions.ts';
import { execute } from './statements.ts';

const tailLength = 12;

/** Searches for the end of the statement's first literal, followed by `+` and by anything other than a conversion. */
const isJoinedByPlus = (call: Call, statement: Value): boolean => {
  const [known = ''] = (prefixOf(statement) ?? '').split('\uFFFC');
  const text = around(call);
  const tail = known.slice(-tailLength);
  for (let at = text.indexOf(tail); at !== -1; at = text.indexOf(tail, at + 1))
    if (
      /^["']{1,3}\s{0,9}\+(?!\s{0,9}(?:str\(|repr\(|["'][^"']{0,9}["']\s?\.join))/.test(
        text.slice(at + tail.length, at + tail.length + 40),
      )
    )
      return true;
  return false;
};

export const pySqlQuotedValue: Rule = {
  id: 'py-sql-quoted-value',
  cwe: 'CWE-89',
  severity: 'medium',
  title: 'Value put into SQL as text',
  message:
    'A value is put between the quotes of an SQL statement: a quote in it ends the value, and what follows changes the statement.',
  help: 'Use a placeholder and pass the value separately.',
  supersededBy: ['py-sql-injection', 'py-sql-injection-local', 'py-sql-from-parameter'],
  calls: [
    {
      call: [execute, '*.{prepare,copy_from_query}', 'sqlalchemy.text', '*.raw', 'RawSQL', '*.RawSQL'],
      when: ({ args: [statement] }) =>
        statement !== undefined && isBuiltText(statement) && putsQuotedSqlValue(statement),
    },
    {
      call: [execute, '*.{prepare,copy_from_query}', 'sqlalchemy.text', '*.raw', 'RawSQL', '*.RawSQL'],
      // Python concatenates only strings; a number is converted by str().
      when: (call) => {
        const [statement] = call.args;
        return statement !== undefined && joinsSqlValue(statement) && isJoinedByPlus(call, statement);
      },
    },
  ],
  positives: [
    'def find(cur, request):\n    cur.execute("SELECT * FROM t WHERE age = " + read())  # HERE\n',
    'cur.execute("SELECT * FROM t WHERE id = \'%s\'" % identifier)  # HERE\n',
    'name = read()\ncur.execute(f"DELETE FROM t WHERE name LIKE \'%{name}%\'")  # HERE\n',
    'name = read()\nsql = "INSERT INTO t (a) VALUES (\'" + name + "\')"\ncur.execute(sql)  # HERE\n',
  ],
  negatives: [
    'def find(cur):\n    cur.execute("SELECT * FROM t WHERE age = " + str(read()))\n',
    'def find(cur):\n    cur.execute("SELECT * FROM t WHERE id IN (" + ",".join(marks) + ")", ids)\n',
    'cur.execute("SELECT * FROM t WHERE id = %s" % identifier)\n',
    'cur.execute("SELECT * FROM t WHERE id = %s", (identifier,))\n',
    'cur.execute("SELECT * FROM {}".format(table))\n',
    'cur.execute(f"SELECT \'a\' FROM {table}")\n',
    'name = "a"\ncur.execute(f"SELECT * FROM t WHERE name = \'{name}\'")\n',
  ],
};
