import type { Call, Rule, Sink } from '@scangate/engines/sast/rule';
import { isBuiltText, prefixOf, type Value } from '@scangate/engines/sast/taint/value';
import { joinsSqlValue, putsQuotedSqlValue, putsSqlValue } from '../sql-value.ts';
import { fromParameter } from '../from-parameter.ts';
import { receiverNames } from './conditions.ts';
import { action, script, symfonyAction } from './samples.ts';

const database =
  /pdo|mysqli|sqlite|(?:^|[.$_\s])(?:db|dbh|database|conn|connection|link|wpdb|sql|em|entityManager)(?:\b|_|$)|(?:db|conn(?:ection)?|database|wpdb|entitymanager)(?:\(\))?\s*$/i;
const verb = /^[\s(]*(?:select|insert|update|delete|replace|with|create|drop|alter|call|exec)\b/i;

const isStatement = (value: Value | undefined): boolean => verb.test(value ? (prefixOf(value) ?? '') : '');

const onDatabase = (call: Call): boolean => {
  const names = receiverNames(call);
  return !/xpath/i.test(names) && (database.test(names) || isStatement(call.args[0]));
};

const sinks: readonly Sink[] = [
  {
    call: [
      '{mysqli_query,mysqli_real_query,mysqli_multi_query,mysqli_prepare,sqlsrv_query,sqlsrv_prepare,odbc_exec,odbc_prepare,db2_exec,db2_prepare,oci_parse,ifx_query}',
    ],
    args: [1],
  },
  { call: ['{mysql_query,mysql_unbuffered_query,mssql_query,db_query,sybase_query}'] },
  { call: ['{pg_query,pg_send_query,sqlite_query,sqlite_exec,pg_query_params}'], args: [0, 1] },
  { call: ['{pg_prepare}'], args: [1, 2] },
  {
    call: [
      '*.{query,exec,prepare,multi_query,real_query,querySingle,executeQuery,executeStatement,executeUpdate,createCommand,setQuery,simple_query}',
    ],
    when: onDatabase,
  },
  { call: ['*.{get_results,get_row,get_var,get_col}'], when: onDatabase },
  {
    call: [
      '{DB,*.DB}.{select,selectOne,insert,update,delete,statement,unprepared,raw,affectingStatement,scalar,cursor}',
    ],
  },
  { call: ['*.{whereRaw,orWhereRaw,havingRaw,orHavingRaw,orderByRaw,groupByRaw,selectRaw,fromRaw,joinRaw}'] },
  // The validation rule is a string that includes the value to exclude.
  {
    call: ['*.ignore'],
    args: [0, 1],
    when: ({ names }) => names.some((name) => name.endsWith('unique().ignore')),
  },
  { call: ['*.{createQuery,createNativeQuery,createSQLQuery}'], unless: (value) => !isStatement(value) },
  {
    call: [
      '*.{fetchAssociative,fetchAllAssociative,fetchNumeric,fetchAllNumeric,fetchAssoc,fetchFirstColumn}',
    ],
    unless: (value) => !isStatement(value),
  },
  {
    // The whole condition is a string, in builders that otherwise take values separately.
    call: ['*.{where,andWhere,orWhere,having,andHaving,orHaving,or_where}'],
    unless: (value) => !isBuiltText(value),
  },
];

export const phpSqlInjection: Rule = {
  id: 'php-sql-injection',
  cwe: 'CWE-89',
  severity: 'critical',
  title: 'SQL built from untrusted input',
  message:
    'Untrusted input becomes part of an SQL statement, so that its sender can read or change the database.',
  help: 'Use a prepared statement with placeholders and pass the values separately: prepare("… WHERE id = ?") and execute([$id]).',
  category: 'sql',
  sinks,
  positives: [
    script('$r = mysqli_query($link, "SELECT * FROM users WHERE name = \'" . $_GET["name"] . "\'"); // HERE'),
    script('$id = $_POST[\'id\'];\n$pdo->query("SELECT * FROM users WHERE id = $id"); // HERE'),
    action(
      '        $name = $request->input("name");\n        return DB::select("select * from users where name = \'$name\'"); // HERE',
    ),
    action('        return User::whereRaw("name = \'" . $request->name . "\'")->get(); // HERE'),
    action(
      '        return DB::table("users")->orderByRaw($request->query("sort"))->get(); // HERE',
      'use Illuminate\\Support\\Facades\\DB;',
    ),
    '<?php\nuse Illuminate\\Http\\Request;\nRoute::get("/users", function (Request $r) {\n    return User::query()->orderByRaw($r->query("sort"))->get(); // HERE\n});\n',
    action(
      '        $rule = Rule::unique("users")->ignore($request->input("id")); // HERE',
      'use Illuminate\\Validation\\Rule;',
    ),
    symfonyAction(
      '        $sql = sprintf("SELECT * FROM users WHERE name = \'%s\'", $name);\n        return $this->connection->executeQuery($sql); // HERE',
    ),
    symfonyAction(
      '        return $em->createQuery("SELECT u FROM User u WHERE u.name = \'" . $request->query->get("q") . "\'"); // HERE',
    ),
    symfonyAction('        $qb->select("u")->where("u.name = \'" . $name . "\'"); // HERE'),
    script(
      'function find($db, $name) {\n  return $db->query(<<<SQL\n    SELECT * FROM users WHERE name = \'{$name}\'\nSQL); // \n}\nfind($db, $_GET["q"]);\n$wpdb->get_results("SELECT * FROM t WHERE a = " . $_GET["a"]); // HERE',
    ).replace('return $db->query(<<<SQL', 'return trim(<<<SQL'),
    '<?php\n$r = pg_prepare($link, "SELECT * FROM users WHERE name = \'" . $_GET["name"] . "\'"); // HERE\n',
  ],
  negatives: [
    script('$s = $pdo->prepare("SELECT * FROM users WHERE id = ?");\n$s->execute([$_GET["id"]]);'),
    script('$id = (int) $_GET["id"];\nmysqli_query($link, "SELECT * FROM users WHERE id = $id");'),
    script(
      '$name = mysqli_real_escape_string($link, $_GET["name"]);\nmysqli_query($link, "SELECT * FROM users WHERE name = \'$name\'");',
    ),
    script(
      '$sort = $_GET["sort"];\nif (!in_array($sort, ["a", "b"], true)) { exit; }\n$pdo->query("SELECT * FROM users ORDER BY $sort");',
    ),
    script('$wpdb->get_results($wpdb->prepare("SELECT * FROM t WHERE a = %s", $_GET["a"]));'),
    script('$pdo->query(sprintf("SELECT * FROM users WHERE id = %d", $_GET["id"]));'),
    action('        return User::where("name", $request->name)->orderBy("id")->get();'),
    action('        return DB::select("select * from users where name = ?", [$request->name]);'),
    symfonyAction('        return $qb->where("u.name = :name")->setParameter("name", $name)->getQuery();'),
    script('$xpath = new DOMXPath($d);\n$xpath->query("//a[@id=" . $_GET["a"] . "]");'),
  ],
};

export const phpSqlFromParameter = fromParameter(phpSqlInjection, {
  id: 'php-sql-from-parameter',
  supersededBy: ['php-sql-injection'],
  title: 'Parameter put into SQL as text',
  does: 'puts its argument into an SQL statement as text',
  sinks: sinks.map((sink) => ({
    ...sink,
    unless: (value: Value) =>
      !(putsSqlValue(value) || putsQuotedSqlValue(value) || joinsSqlValue(value)) ||
      sink.unless?.(value) === true,
  })),
  words: ['SELECT', 'select', 'INSERT', 'insert', 'UPDATE', 'update', 'DELETE', 'delete'],
  positives: [
    script(
      'function find($db, $name) {\n  return $db->query("SELECT * FROM users WHERE name = \'$name\'"); // HERE\n}',
    ),
    script(
      'class Users {\n  public function find(string $name) {\n    return $this->pdo->query("SELECT * FROM users WHERE name = \'" . $name . "\'"); // HERE\n  }\n}',
    ),
    '<?php\nfunction find($db, $name) {\n  return mysql_query("SELECT * FROM users WHERE name = \'$name\'"); // HERE\n}\n',
    '<?php\nfunction find($db, $name) {\n  return pg_query("SELECT * FROM users WHERE name = \'$name\'"); // HERE\n}\n',
    script(
      'function find($link, $name) {\n  return mysqli_query($link, "SELECT * FROM users WHERE name = \'$name\'"); // HERE\n}',
    ),
    script(
      'function find($link, $name) {\n  return pg_query($link, "SELECT * FROM users WHERE name = \'$name\'"); // HERE\n}',
    ),
    script(
      'function find($link, $name) {\n  return pg_prepare($link, "find", "SELECT * FROM users WHERE name = \'$name\'"); // HERE\n}',
    ),
    script(
      'function find($link, $name) {\n  return pg_prepare($link, "SELECT * FROM users WHERE name = \'$name\'"); // HERE\n}',
    ),
    script(
      'function find($name) {\n  return DB::select("SELECT * FROM users WHERE name = \'$name\'"); // HERE\n}',
    ),
  ],
  negatives: [
    script('function find($db, int $id) {\n  return $db->query("SELECT * FROM users WHERE id = $id");\n}'),
    script('function rows($db, $table) {\n  return $db->query("SELECT * FROM $table");\n}'),
    script('function find($link, $table) {\n  return mysqli_query($link, "SELECT * FROM $table");\n}'),
    script('function find($table) {\n  return mysql_query("SELECT * FROM $table");\n}'),
    script('function find($table) {\n  return pg_query("SELECT * FROM $table");\n}'),
    script('function find($link, $table) {\n  return pg_prepare($link, "find", "SELECT * FROM $table");\n}'),
    script('function find($wpdb, $table) {\n  return $wpdb->get_results("SELECT * FROM $table");\n}'),
    script('function find($table) {\n  return DB::select("SELECT * FROM $table");\n}'),
    script('function find($query, $order) {\n  return $query->orderByRaw($order);\n}'),
    script('function find($id) {\n  return Rule::unique("users")->ignore($id);\n}'),
    script('function find($em, $entity) {\n  return $em->createQuery("SELECT e FROM $entity e");\n}'),
    script('function find($conn, $table) {\n  return $conn->fetchAssociative("SELECT * FROM $table");\n}'),
    script('function find($qb, $column) {\n  return $qb->where("u." . $column . " IS NULL");\n}'),
    script('function find($xpath, $name) {\n  return $xpath->query("select[@name=\'$name\']/option");\n}'),
  ],
});

export const phpSqlColumn: Rule = {
  id: 'php-sql-column',
  cwe: 'CWE-89',
  severity: 'medium',
  confidence: 'low',
  title: 'Untrusted input chooses a column',
  message:
    'Column names cannot be bound as values: their sender can sort by and read columns that were not intended.',
  help: 'Choose the column name from a fixed list.',
  category: 'sql',
  supersededBy: ['php-sql-injection'],
  sinks: [
    {
      call: [
        '*.{orderBy,orderByDesc,groupBy,pluck,select,addSelect,max,min,sum,avg,value,where,orWhere,having,latest}',
      ],
      when: ({ names }) =>
        names.some((name) =>
          /DB\.table\(\)|::query\(\)|(?:^|\.)[A-Z]\w+\.(?:query|where|orderBy)/.test(name),
        ),
      shallow: true,
    },
  ],
  positives: [
    script('DB::table("users")->orderBy($_GET["sort"]); // HERE'),
    script('$names = DB::table("users")->pluck($_GET["column"]); // HERE'),
  ],
  negatives: [
    script('DB::table("users")->where("name", $_GET["name"])->orderBy("id");'),
    script('$list->orderBy($_GET["sort"]);'),
    script(
      '$s = in_array($_GET["sort"], ["a", "b"]) ? $_GET["sort"] : "a";\nDB::table("users")->orderBy($s);',
    ),
  ],
};
