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
  ],
  negatives: [
    method('    jdbcTemplate.queryForList("select * from " + table);', 'String table'),
    method('    jdbcTemplate.execute("select * from users order by " + column);', 'String column'),
    method('    jdbcTemplate.queryForObject("select * from users where id = " + id, mapper);', 'long id'),
    method('    jdbcTemplate.queryForList("select * from users where name = ?", name);', 'String name'),
    method('    em.createNativeQuery(sql);', 'EntityManager em, String sql'),
  ],
};
