import type { Call, Rule, Sink } from '@scangate/engines/sast/rule';
import { prefixOf } from '@scangate/engines/sast/taint/value';
import { handler, program } from './samples.ts';
/** Arguments of a prepared statement are bound values. */
const isPrepared = ({ names }: Call): boolean => names.some((name) => name.includes('sql.Stmt.'));

const database = /sql|gorm|pgx|xorm|database|db$|\bdb|(?:tx|conn|pool|orm|engine|session|querier|queries)$/i;
/** Recognizes names like `OpenDBConnection()`. */
const named = /DB|Conn/;
export const statement =
  /^\s{0,20}(?:select|insert|update|delete|replace|create|drop|alter|truncate|with|call|merge|exec)\b/i;

/** Other types have a Query or an Exec as well: a pattern, or a client of another service. */
const isQuery = (call: Call, at: number): boolean =>
  !isPrepared(call) &&
  (database.test(call.receiver?.type ?? '') ||
    database.test(call.receiver?.path ?? '') ||
    named.test(call.receiver?.path ?? '') ||
    statement.test(call.args[at] ? (prefixOf(call.args[at]) ?? '') : ''));

/** Calls whose argument is an SQL statement or a part of one. */
export const sqlSinks: readonly Sink[] = [
  {
    call: [
      '*.{Query,QueryRow,Exec,Prepare,Queryx,QueryRowx,MustExec,NamedExec,NamedQuery,Preparex,Raw,QueryEx,ExecEx,QueryOne,ExecOne}',
    ],
    shallow: true,
    when: (call) => isQuery(call, 0),
  },
  {
    call: ['*.{QueryContext,QueryRowContext,ExecContext,PrepareContext,QueryxContext,NamedExecContext}'],
    args: [1],
    shallow: true,
    when: (call) => isQuery(call, 1),
  },
  {
    call: ['*.{Query,QueryRow,Exec,Prepare}'],
    args: [1],
    shallow: true,
    when: ({ names }) => names.some((name) => /pgx/.test(name)),
  },
  {
    call: ['*.{Select,Get}'],
    args: [1],
    shallow: true,
    when: ({ names }) => names.some((name) => /sqlx\.(?:DB|Tx)\./.test(name)),
  },
  {
    call: ['*.{Where,WhereOr,WhereIn,Order,OrderExpr,ColumnExpr,Having,Joins,Group,Table}'],
    shallow: true,
    // The text is concatenated here, and not a condition that another function builds.
    when: ({ written: [condition] }) =>
      condition?.kind === 'concat' ||
      condition?.kind === 'name' ||
      (condition?.kind === 'call' && condition.at.text.startsWith('fmt.Sprintf')),
  },
];

export const goSqlInjection: Rule = {
  id: 'go-sql-injection',
  cwe: 'CWE-89',
  severity: 'critical',
  title: 'SQL built from untrusted input',
  message:
    'Untrusted input becomes part of an SQL statement, so that its sender can read or change the database.',
  help: 'Use placeholders (`?`, `$1`) and pass the values as arguments.',
  category: 'sql',
  labels: ['user', 'arguments'],
  sinks: sqlSinks,
  positives: [
    handler(
      'fmt',
      `\tc, _ := OpenDBConnection()
\tquery := fmt.Sprint("select * from users where name = '" + r.FormValue("name") + "'")
\tc.Query(query) // HERE`,
    ),
    handler(
      'database/sql fmt',
      `\tid := r.URL.Query().Get("id")
\tquery := fmt.Sprintf("select * from users where id = '%s'", id)
\trows, err := db.Query(query) // HERE`,
    ),
    handler(
      'database/sql',
      '\tdb.ExecContext(r.Context(), "delete from users where name = \'"+r.FormValue("name")+"\'") // HERE',
    ),
    program(
      'github.com/gin-gonic/gin gorm.io/gorm',
      '\tdb.Where("name = \'" + c.Query("name") + "\'").Find(&users) // HERE',
      'c *gin.Context, db *gorm.DB',
    ),
    program('database/sql os', '\tdb.Query("select * from t where a = " + os.Args[1]) // HERE', 'db *sql.DB'),
  ],
  negatives: [
    handler('', '\tpattern.Exec("https://" + r.Host + r.URL.Path)'),
    handler('database/sql', '\tdb.Query("select * from users where id = ?", r.FormValue("id"))'),
    handler(
      'database/sql strconv fmt',
      `\tid, err := strconv.Atoi(r.FormValue("id"))
\tdb.Query(fmt.Sprintf("select * from users where id = %d", id))`,
    ),
    program(
      'database/sql fmt',
      '\tdb.Query(fmt.Sprintf("select * from %s", table))',
      'db *sql.DB, table string',
    ),
    handler(
      'database/sql',
      `\torder := "id"
\tswitch r.FormValue("order") {
\tcase "name":
\t\torder = "name"
\t}
\tdb.Query("select * from users order by " + order)`,
    ),
  ],
};
