import type { Call, Rule } from '@scangate/engines/sast/rule';
import { fromParameter } from '../from-parameter.ts';
import { method, servlet } from './samples.ts';

const named = ({ receiver }: Call, pattern: RegExp): boolean =>
  pattern.test(`${receiver?.type ?? ''} ${receiver?.path ?? ''}`);

export const javaSqlInjection: Rule = {
  id: 'java-sql-injection',
  cwe: 'CWE-89',
  severity: 'critical',
  title: 'SQL built from untrusted input',
  message:
    'Untrusted input becomes part of an SQL statement, so that its sender can read or change the database.',
  help: 'Use a prepared statement with placeholders and bind the values.',
  category: 'sql',
  sinks: [
    {
      call: [
        '{Statement,PreparedStatement,CallableStatement}.{execute,executeQuery,executeUpdate,executeLargeUpdate,addBatch}',
        '*.{prepareStatement,prepareCall,nativeSQL,createNativeQuery,createSQLQuery,createQuery}',
        '*.{queryForObject,queryForList,queryForMap,queryForRowSet,queryForStream,queryForInt,queryForLong,batchUpdate}',
        'DSL.{field,condition,table,sql}',
        '{PreparedStatementCreatorFactory,CallableStatementCreatorFactory,StoredProcCall}',
        'Restrictions.sqlRestriction',
        '{BatchUpdateUtils,NamedParameterBatchUpdateUtils}.executeBatchUpdate',
        '{BasePeer,GroupPeer,LargeSelect}.executeQuery',
        '*.{preparedQuery,prepareStatementAndExecute}',
      ],
    },
    {
      call: ['{SqlUpdate,BatchSqlUpdate,SqlQuery,MappingSqlQuery,SqlFunction,StoredProcedure,SqlCall}'],
      args: 'all',
    },
    { call: ['{SqlUpdate,BatchSqlUpdate,RdbmsOperation,MappingSqlQuery}.setSql'] },
    // JDO: a query in its own language, whole or in parts.
    { call: ['*.newQuery'], args: [0, 1, 2], when: (call) => named(call, /persistence|\bpm\b|getPM/i) },
    {
      call: ['*.{setFilter,setGrouping,setOrdering,setResult,setRange,declareParameters,declareVariables}'],
      when: (call) => named(call, /Query/),
    },
    {
      call: ['*.{query,prepare}'],
      when: (call) => named(call, /Sql(?:Client|Connection|Pool)|PgPool|PgConnection/),
    },
    { call: ['*.{query,update,execute}'], when: (call) => named(call, /jdbc/i) },
    { call: ['*.sql'], when: (call) => named(call, /jdbcclient|databaseclient/i) },
    { call: ['*.{execute,executeQuery}'], when: (call) => named(call, /statement|stmt/i) },
  ],
  annotations: [
    {
      // MyBatis inserts `${…}` verbatim and binds `#{…}`.
      name: ['Select', 'Insert', 'Update', 'Delete'],
      when: ({ args }) => args.some(({ value }) => value.at.text.includes('${')),
    },
  ],
  positives: [
    servlet(`    String id = request.getParameter("id");
    Statement s = connection.createStatement();
    s.executeQuery("select * from t where id = '" + id + "'"); // HERE`),
    servlet(`    PreparedStatementCreatorFactory factory =
        new PreparedStatementCreatorFactory("select * from t where id = " + request.getParameter("id")); // HERE`),
    servlet(
      `    BatchSqlUpdate update = new BatchSqlUpdate(source, "delete from t where id = " + request.getParameter("id")); // HERE`,
    ),
    servlet(`    PersistenceManager pm = factory.getPersistenceManager();
    Query query = pm.newQuery(User.class);
    query.setFilter("name == '" + request.getParameter("name") + "'"); // HERE`),
    servlet(`    String sql = String.format("delete from t where id = %s", request.getParameter("id"));
    jdbcTemplate.update(sql); // HERE`),
    `@RestController class A {
  @Autowired EntityManager em;
  @GetMapping("/users") List<User> find(@RequestParam String name) {
    StringBuilder jpql = new StringBuilder("select u from User u where u.name = '");
    jpql.append(name).append("'");
    return em.createQuery(jpql.toString()).getResultList(); // HERE
  }
}
`,
    `interface UserMapper {
  @Select("select * from users order by \${order}") List<User> all(String order); // HERE
}
`,
  ],
  negatives: [
    servlet(`    PersistenceManager pm = factory.getPersistenceManager();
    Query query = pm.newQuery(User.class);
    query.setFilter("name == given");
    query.declareParameters("String given");
    query.execute(request.getParameter("name"));`),
    servlet(`    BatchSqlUpdate update = new BatchSqlUpdate(source, "delete from t where id = ?");
    update.update(request.getParameter("id"));`),
    servlet(`    PreparedStatement s = c.prepareStatement("select * from t where id = ?");
    s.setString(1, request.getParameter("id"));
    s.executeQuery();`),
    servlet(`    String bar;
    int num = 106;
    String param = request.getParameter("id");
    if ((7 * 18) + num > 200) bar = "fixed"; else bar = param;
    c.createStatement().executeQuery("select " + bar);`),
    servlet(`    java.util.Map<String, Object> map = new java.util.HashMap<String, Object>();
    map.put("a", "fixed");
    map.put("b", request.getParameter("id"));
    String bar = (String) map.get("a");
    c.createStatement().executeQuery("select " + bar);`),
    servlet(`    int id = Integer.parseInt(request.getParameter("id"));
    jdbcTemplate.queryForObject("select * from t where id = " + id, mapper);`),
    method(
      `    String column = COLUMNS.contains(sort) ? sort : "id";
    jdbcTemplate.queryForList("select * from t where name = ?", sort);`,
      '@RequestParam String sort',
    ),
  ],
};

export const javaSqlFromParameter = fromParameter(javaSqlInjection, {
  id: 'java-sql-from-parameter',
  supersededBy: ['java-sql-injection', 'java-sql-value'],
  title: 'Parameter put into SQL as text',
  does: 'puts its argument into an SQL statement as text',
  words: [
    'Statement',
    'JdbcTemplate',
    'jdbcTemplate',
    'NamedParameterJdbcTemplate',
    'EntityManager',
    'Session',
    'SqlUpdate',
    'BatchSqlUpdate',
    'PreparedStatementCreatorFactory',
    'Restrictions',
    'PersistenceManager',
    'executeQuery',
    'createQuery',
    'createNativeQuery',
    'createSQLQuery',
    'prepareStatement',
    'SqlClient',
    'SqlConnection',
    'PgPool',
    'PgConnection',
    'BatchUpdateUtils',
    'NamedParameterBatchUpdateUtils',
    'DSL',
  ],
  positives: [
    method('    jdbcTemplate.execute("select * from users order by " + name); // HERE', 'String name'),
    method(
      `    String sql = String.format("select * from %s", name);
    connection.createStatement().executeQuery(sql); // HERE`,
      'String name',
    ),
    method('    em.createNativeQuery(sql); // HERE', 'EntityManager em, String sql'),
    method('    new SqlUpdate(source, "delete from " + table); // HERE', 'DataSource source, String table'),
    method('    update.setSql("delete from " + table); // HERE', 'SqlUpdate update, String table'),
    method('    pm.newQuery("select from " + type); // HERE', 'PersistenceManager pm, String type'),
    method('    pm.newQuery(User.class, filter); // HERE', 'PersistenceManager pm, String filter'),
    method(
      '    pm.newQuery(User.class, users, filter); // HERE',
      'PersistenceManager pm, List<User> users, String filter',
    ),
    method('    query.setOrdering(column); // HERE', 'Query query, String column'),
    method('    client.query("select * from " + table); // HERE', 'SqlClient client, String table'),
    method('    jdbcClient.sql("select * from " + table); // HERE', 'JdbcClient jdbcClient, String table'),
    method('    stmt.execute("delete from " + table); // HERE', 'OracleHandle stmt, String table'),
  ],
  negatives: [
    method('    jdbcTemplate.queryForObject("select * from users where id = " + id, mapper);', 'long id'),
    method('    jdbcTemplate.queryForList("select * from users where name = ?", name);', 'String name'),
    method('    jdbcTemplate.execute("select 1");', 'String name'),
    servlet('    connection.createStatement().execute("select " + request.getParameter("a"));'),
    method('    search.newQuery(text);', 'Search search, String text'),
    method('    view.setFilter(text);', 'View view, String text'),
    method('    client.query(text);', 'SearchClient client, String text'),
    method('    hash.update(text);', 'Hash hash, String text'),
    method('    parser.sql(text);', 'Parser parser, String text'),
    method('    executor.execute(name);', 'Executor executor, String name'),
  ],
});
