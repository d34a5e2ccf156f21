import type { Rule } from '@scangate/engines/sast/rule';
import { isBuiltText, prefixOf } from '@scangate/engines/sast/taint/value';
import { statement } from './go-sql-injection.ts';
import { program } from './samples.ts';

export const goDynamicSql: Rule = {
  id: 'go-dynamic-sql',
  cwe: 'CWE-89',
  severity: 'low',
  confidence: 'low',
  title: 'Text put into SQL',
  message:
    'A value of unknown origin is put into an SQL statement as text: if untrusted input reaches it, that input can change the statement.',
  help: 'Use placeholders (`?`, `$1`) and pass the values as arguments; choose table and column names from a list.',
  supersededBy: ['go-sql-injection', 'go-sql-value'],
  words: ['SELECT', 'select', 'INSERT', 'insert', 'UPDATE', 'update', 'DELETE', 'delete'],
  calls: [
    {
      call: [
        '*.{Query,QueryRow,Exec,Prepare,Queryx,QueryRowx,MustExec,Raw,QueryEx,ExecEx,QueryOne,ExecOne,Where,WhereOr}',
        '*.{QueryContext,QueryRowContext,ExecContext,PrepareContext}',
      ],
      when: ({ args }) =>
        args.slice(0, 3).some((each) => isBuiltText(each) && statement.test(prefixOf(each) ?? '')),
    },
  ],
  positives: [
    program('fmt', '\tdb.Query(fmt.Sprintf("select * from %s", name)) // HERE', 'name string'),
    program(
      '',
      '\tquery := "select * from users order by " + column()\n\tdb.QueryRowContext(ctx, query) // HERE',
    ),
  ],
  negatives: [
    program('', '\tdb.Query("select * from users where name = ?", name)', 'name string'),
    program('', '\tdb.Query("select * from " + "users")'),
    program('fmt', '\tdb.Query(fmt.Sprintf("select * from users where id = %d", id))', 'id int'),
    program('', '\tclient.Query("https://" + host)', 'host string'),
  ],
};
