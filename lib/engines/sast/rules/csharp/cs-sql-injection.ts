import type { Call, Rule } from '@scangate/engines/sast/rule';
import { fromParameter } from '../from-parameter.ts';
import { isNamed } from './conditions.ts';
import { action, method } from './samples.ts';

/** An interpolated string that is passed directly becomes parameters: the call takes a `FormattableString`. */
const isFormattable = ({ written: [sql] }: Call): boolean =>
  sql?.at.kind === 'interpolated_string_expression';

const isConnection = ({ receiver }: Call): boolean =>
  isNamed(receiver, /conn(?:ection)?\b|connection$|\bdb\b|_db\b|database|SqlMapper|CreateConnection/i);

export const csSqlInjection: Rule = {
  id: 'cs-sql-injection',
  cwe: 'CWE-89',
  severity: 'critical',
  title: 'SQL built from untrusted input',
  message:
    'Untrusted input becomes part of an SQL statement, so that its sender can read or change the database.',
  help: 'Pass values as parameters: FromSqlInterpolated, ExecuteSqlInterpolated, SqlParameter, or the parameter object of Dapper.',
  category: 'sql',
  sinks: [
    {
      call: [
        '*.{FromSqlRaw,ExecuteSqlRaw,ExecuteSqlRawAsync,SqlQueryRaw,ExecuteQuery,ExecuteStoreCommand,ExecuteStoreQuery}',
      ],
    },
    {
      call: ['*.{SqlQuery,FromSql,ExecuteSql,ExecuteSqlAsync,ExecuteSqlCommand,ExecuteSqlCommandAsync}'],
      when: (call) => !isFormattable(call),
    },
    {
      call: [
        '{SqlCommand,SqliteCommand,SQLiteCommand,NpgsqlCommand,MySqlCommand,OracleCommand,OleDbCommand,OdbcCommand,SqlDataAdapter,NpgsqlDataAdapter,MySqlDataAdapter,OleDbDataAdapter,SqlCeCommand}',
        '*.{CreateSQLQuery,CreateSqlQuery}',
        'SqlHelper.{ExecuteReader,ExecuteScalar,ExecuteNonQuery,ExecuteDataset}',
      ],
      args: [0, 2],
    },
    {
      call: [
        '*.{Query,QueryAsync,QueryFirst,QueryFirstAsync,QueryFirstOrDefault,QueryFirstOrDefaultAsync,QuerySingle,QuerySingleAsync,QuerySingleOrDefault,QuerySingleOrDefaultAsync,QueryMultiple,QueryMultipleAsync,Execute,ExecuteAsync,ExecuteScalar,ExecuteScalarAsync,ExecuteReader,ExecuteReaderAsync}',
      ],
      when: isConnection,
    },
    {
      write: [
        '*.CommandText',
        '{SqlCommand,DbCommand,IDbCommand,NpgsqlCommand,MySqlCommand,SqliteCommand,OracleCommand}.CommandText',
      ],
    },
  ],
  positives: [
    action(
      '        var users = _db.Users.FromSqlRaw($"select * from users where name = \'{q}\'").ToList(); // HERE',
    ),
    action(
      '        using var command = new SqlCommand("select * from t where id = " + q, connection); // HERE',
    ),
    action(`        using var command = connection.CreateCommand();
        command.CommandText = string.Format("select * from t where id = {0}", q); // HERE`),
    action(`        var sql = "delete from t where name = '" + q + "'";
        await connection.ExecuteAsync(sql); // HERE`),
    action('        var command = new NpgsqlCommand { CommandText = "select " + q }; // HERE'),
    'app.MapGet("/users/{name}", async (string name, AppDb db) =>\n{\n    return await db.Users.FromSqlRaw("select * from u where n = \'" + name + "\'").ToListAsync(); // HERE\n});\n',
    `public class IndexModel : PageModel
{
    public async Task OnGetAsync(string sort)
    {
        Items = await _context.Items.FromSqlRaw("select * from items order by " + sort).ToListAsync(); // HERE
    }
}
`,
    action(
      '        _db.Database.ExecuteSqlRaw("delete from t where a = " + Request.Query["a"]); // HERE',
      'int id',
    ),
  ],
  negatives: [
    action('        _db.Users.FromSqlInterpolated($"select * from users where name = {q}").ToList();'),
    action('        _db.Users.FromSql($"select * from users where name = {q}").ToList();'),
    action('        _db.Users.FromSqlRaw("select * from users where name = {0}", q).ToList();'),
    action('        connection.Query("select * from users where name = @q", new { q });'),
    action(`        var command = new SqlCommand("select * from t where id = @id", connection);
        command.Parameters.AddWithValue("@id", q);`),
    action('        var command = new SqlCommand("select * from t where id = " + id, connection);', 'int id'),
    action(
      '        if (!int.TryParse(q, out var id)) return BadRequest();\n        var command = new SqlCommand("select * from t where id = " + id, connection);',
    ),
    action(
      '        var column = q switch { "name" => "name", _ => "id" };\n        _db.Users.FromSqlRaw("select * from users order by " + column).ToList();',
    ),
    'app.MapGet("/users", async (AppDb db) => await db.Users.FromSqlRaw("select * from " + db.Table).ToListAsync());\n',
    method('        connection.Execute("delete from " + Table);'),
  ],
};

export const csSqlFromParameter = fromParameter(csSqlInjection, {
  id: 'cs-sql-from-parameter',
  title: 'Parameter put into SQL as text',
  does: 'puts its argument into an SQL statement as text',
  words:
    'SqlCommand SqliteCommand SQLiteCommand NpgsqlCommand MySqlCommand OracleCommand OleDbCommand OdbcCommand SqlCeCommand SqlDataAdapter NpgsqlDataAdapter MySqlDataAdapter OleDbDataAdapter SqlHelper CreateSQLQuery CreateSqlQuery CommandText FromSql FromSqlRaw ExecuteSql ExecuteSqlAsync ExecuteSqlRaw ExecuteSqlRawAsync ExecuteSqlCommand ExecuteSqlCommandAsync ExecuteStoreCommand ExecuteStoreQuery ExecuteQuery SqlQuery SqlQueryRaw Query QueryAsync QueryFirst QueryFirstAsync QueryFirstOrDefault QueryFirstOrDefaultAsync QuerySingle QuerySingleAsync QuerySingleOrDefault QuerySingleOrDefaultAsync QueryMultiple QueryMultipleAsync Execute ExecuteAsync ExecuteScalar ExecuteScalarAsync ExecuteReader ExecuteReaderAsync'.split(
      ' ',
    ),
  positives: [
    method(
      '        new SqlCommand("select * from users order by " + name, connection); // HERE',
      'string name',
    ),
    method(
      '        command.CommandText = $"select * from {table}"; // HERE',
      'DbCommand command, string table',
    ),
    method(
      '        db.Users.FromSqlRaw("select * from users order by " + column); // HERE',
      'AppDb db, string column',
    ),
    method(
      '        db.Database.ExecuteSqlCommand("delete from " + table); // HERE',
      'AppDb db, string table',
    ),
    method(
      '        SqlHelper.ExecuteReader(connection, CommandType.Text, "select * from " + table); // HERE',
      'string table',
    ),
    method('        connection.Query("select * from " + table); // HERE', 'string table'),
  ],
  negatives: [
    method('        new SqlCommand("select * from users where id = " + id, connection);', 'int id'),
    method(
      '        connection.Query("select * from users where name = @name", new { name });',
      'string name',
    ),
    method('        db.Users.FromSql($"select * from users where name = {name}");', 'AppDb db, string name'),
    method('        index.Query(text);', 'SearchIndex index, string text'),
  ],
});
