import type { Rule } from '@scangate/engines/sast/rule';
import { isBuiltText } from '@scangate/engines/sast/taint/value';
import { joinsSqlValue, putsQuotedSqlValue } from '../sql-value.ts';
import { goDynamicSql } from './go-dynamic-sql.ts';
import { program } from './samples.ts';

export const goSqlValue: Rule = {
  id: 'go-sql-value',
  cwe: 'CWE-89',
  severity: 'medium',
  title: 'Value put into SQL as text',
  message:
    'A value is put between the quotes of an SQL statement: a quote in it ends the value, and what follows changes the statement.',
  help: 'Use placeholders (`?`, `$1`) and pass the values as arguments.',
  supersededBy: ['go-sql-injection'],
  words: ['SELECT', 'select', 'INSERT', 'insert', 'UPDATE', 'update', 'DELETE', 'delete'],
  calls: (goDynamicSql.calls ?? []).map(({ call }) => ({
    call,
    // Go concatenates only strings; a number has to be formatted.
    when: ({ args }) =>
      args.slice(0, 3).some((each) => isBuiltText(each) && (putsQuotedSqlValue(each) || joinsSqlValue(each))),
  })),
  positives: [
    program('', '\tdb.Query("select * from users where id = " + id) // HERE', 'id string'),
    program(
      'fmt',
      '\tdb.Query(fmt.Sprintf("select * from users where name = \'%s\'", name)) // HERE',
      'name string',
    ),
    program('', '\tdb.Exec("delete from users where name = \'" + name + "\'") // HERE', 'name string'),
  ],
  negatives: [
    program('', '\tdb.Query("select * from users where name = ?", name)', 'name string'),
    program('fmt', '\tdb.Query(fmt.Sprintf("select * from %s", table))', 'table string'),
    program(
      '',
      '\tsql := "select * from users where id = "\n\tsql += (id != 3)\n\tdb.Query(sql)',
      'id string',
    ),
    program('strconv', '\tdb.Query("select * from users where id = " + strconv.Itoa(id))', 'id int'),
    program('fmt', '\tdb.Query(fmt.Sprintf("select * from users where id = %d", find()))'),
    program('', '\tdb.Query("select * from users order by " + column)', 'column string'),
  ],
};
