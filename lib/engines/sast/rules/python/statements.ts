import type { Call, Sink } from '@scangate/engines/sast/rule';
import { prefixOf, type Value } from '@scangate/engines/sast/taint/value';

const isDatabase = ({ receiver }: Call): boolean =>
  /cur|con\b|conn|db|database|sess|engine|sql|query|transaction|\btx\b|pool|objects|pg\b|postgres|store/i.test(
    `${receiver?.type ?? ''} ${receiver?.path ?? ''}`,
  );

const verb =
  /^[\s(]*(?:select|insert|update|delete|drop|create|alter|with|exec|execute|call|truncate|replace|merge|pragma|grant|explain|show|use)\b/i;

export const beginsAsStatement = (value: Value): boolean => verb.test(prefixOf(value) ?? '');

/** Methods that execute a statement. */
export const execute =
  '*.{execute,executemany,executescript,execute_async,execute_sql,raw_sql,fetch,fetchrow,fetchval,read_sql,read_sql_query,exec_driver_sql}';

/** Calls whose argument is an SQL statement. */
export const statementSinks: readonly Sink[] = [
  { call: [execute], args: [0], named: ['statement', 'sql', 'query'], when: isDatabase },
  {
    call: [execute],
    args: [0],
    when: (call) => !isDatabase(call),
    unless: (value) => !beginsAsStatement(value),
  },
  { call: ['{pandas,pd}.{read_sql,read_sql_query}'], named: ['sql'] },
  { call: ['*.objects.raw', '*.raw'], named: ['raw_query'], unless: (value) => !beginsAsStatement(value) },
  { call: ['*.extra'], args: [], named: ['where', 'select', 'tables', 'order_by'] },
  { call: ['*.RawSQL', 'RawSQL'] },
  {
    // SQLAlchemy accepts strings as parts of a query, but refuses an arbitrary statement there.
    call: ['*.{distinct,having,group_by,order_by,filter}'],
    unless: (value) => value.prefix === undefined || value.constant !== undefined,
  },
  { call: ['sqlalchemy.{text,literal_column}', 'sqlalchemy.sql.{text,literal_column}', '{db,sa}.text'] },
];

const beforeValue = /(?:[=<>(,]|\blike|\bvalues\s*\(|\bin\s*\(|\blimit|\boffset)\s*(?:N|E|b)?['"]?%?$/i;

const beforeColumns = /\binto [^\s(]{1,50} ?\($/i;

/** Tells whether the inserted text is a value, not the name of a table or column. */
export const putsValue = (value: Value): boolean => {
  const prefix = prefixOf(value) ?? '';
  const end = prefix.slice(-60).trimEnd();
  return (
    value.constant === undefined && verb.test(prefix) && beforeValue.test(end) && !beforeColumns.test(end)
  );
};
