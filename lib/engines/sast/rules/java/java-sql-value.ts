import type { Call, Rule } from '@scangate/engines/sast/rule';
import { parameterLabel, type Value } from '@scangate/engines/sast/taint/value';
import { putsSqlCondition, putsSqlValue } from '../sql-value.ts';
import { javaSqlInjection } from './java-sql-injection.ts';
import { method } from './samples.ts';

export const javaSqlValue: Rule = {
  id: 'java-sql-value',
  cwe: 'CWE-89',
  severity: 'medium',
  title: 'Value put into SQL as text',
  message:
    'A parameter is put into an SQL statement in place of a value: a quote in it ends the value, and what follows changes the statement.',
  help: 'Use a prepared statement with placeholders and bind the values.',
  category: 'sql',
  labels: [parameterLabel],
  supersededBy: ['java-sql-injection'],
  sinks: [
    ...(javaSqlInjection.sinks ?? []).map((sink) => ({
      ...sink,
      unless: (value: Value) => !putsSqlValue(value),
    })),
    {
      call: ['Restrictions.sqlRestriction', '*.setFilter'],
      unless: (value: Value) => !putsSqlCondition(value),
    },
    {
      call: ['*.newQuery'],
      args: [1, 2],
      when: ({ receiver }: Call) =>
        /persistence|\bpm\b/i.test(`${receiver?.type ?? ''} ${receiver?.path ?? ''}`),
      unless: (value: Value) => !putsSqlCondition(value),
    },
  ],
  words: [
    'sqlRestriction',
    'setFilter',
    'newQuery',
    'SELECT',
    'select',
    'INSERT',
    'insert',
    'UPDATE',
    'update',
    'DELETE',
    'delete',
  ],
  positives: [
    method('    criteria.add(Restrictions.sqlRestriction("name = " + name)); // HERE', 'String name'),
    method('    query.setFilter("name == " + name); // HERE', 'Query query, String name'),
    method(
      '    jdbcTemplate.execute("select * from users where name = \'" + name + "\'"); // HERE',
      'String name',
    ),
    method(
      `    String sql = String.format("select * from users where name = '%s'", name);
    connection.createStatement().executeQuery(sql); // HERE`,
      'String name',
    ),
    method(
      '    new SqlUpdate(source, "delete from users where id = " + id); // HERE',
      'DataSource source, String id',
    ),
    method('    update.setSql("delete from users where id = " + id); // HERE', 'SqlUpdate update, String id'),
    method(
      '    pm.newQuery("select from User where id = " + id); // HERE',
      'PersistenceManager pm, String id',
    ),
    method(
      '    pm.newQuery("javax.jdo.query.SQL", "select * from users where id = " + id); // HERE',
      'PersistenceManager pm, String id',
    ),
    method('    pm.newQuery(User.class, "name == " + name); // HERE', 'PersistenceManager pm, String name'),
    method(
      '    pm.newQuery(User.class, users, "name == " + name); // HERE',
      'PersistenceManager pm, List<User> users, String name',
    ),
    method(
      '    client.query("select * from users where id = " + id); // HERE',
      'SqlClient client, String id',
    ),
    method(
      '    jdbcClient.sql("select * from users where id = " + id); // HERE',
      'JdbcClient jdbcClient, String id',
    ),
    method('    stmt.execute("delete from users where id = " + id); // HERE', 'OracleHandle stmt, String id'),
  ],
  negatives: [
    method('    jdbcTemplate.queryForList("select * from " + table);', 'String table'),
    method('    jdbcTemplate.execute("select * from users order by " + column);', 'String column'),
    method('    jdbcTemplate.queryForObject("select * from users where id = " + id, mapper);', 'long id'),
    method('    jdbcTemplate.queryForList("select * from users where name = ?", name);', 'String name'),
    method('    em.createNativeQuery(sql);', 'EntityManager em, String sql'),
    method('    new SqlUpdate(source, "delete from " + table);', 'DataSource source, String table'),
    method('    update.setSql("delete from " + table);', 'SqlUpdate update, String table'),
    method('    pm.newQuery("select from " + type);', 'PersistenceManager pm, String type'),
    method('    pm.newQuery(User.class, filter);', 'PersistenceManager pm, String filter'),
    method('    search.newQuery("select from User where id = " + id);', 'Search search, String id'),
    method('    search.newQuery(User.class, "name == " + name);', 'Search search, String name'),
    method('    client.query("select * from " + table);', 'SqlClient client, String table'),
    method('    client.query("select * from users where id = " + id);', 'SearchClient client, String id'),
    method('    jdbcClient.sql("select * from " + table);', 'JdbcClient jdbcClient, String table'),
    method('    parser.sql("select * from users where id = " + id);', 'Parser parser, String id'),
    method('    stmt.execute("delete from " + table);', 'OracleHandle stmt, String table'),
    method('    log.execute("delete from users where id = " + id);', 'Log log, String id'),
    method('    criteria.add(Restrictions.sqlRestriction(condition));', 'String condition'),
  ],
};
