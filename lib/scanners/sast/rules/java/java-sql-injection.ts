import type { Rule } from '../../rule.ts';

export const javaSqlInjection: Rule = {
  id: 'java-sql-injection',
  cwe: 'CWE-89',
  severity: 'critical',
  title: 'SQL built from outside text',
  message:
    'Text from outside becomes part of an SQL statement, so that whoever sends it can read or change the database.',
  help: 'Use a prepared statement with placeholders and bind the values.',
  category: 'sql',
  sinks: [
    {
      call: [
        'Statement.{execute,executeQuery,executeUpdate,executeLargeUpdate,addBatch}',
        '*.{prepareStatement,prepareCall,createNativeQuery}',
      ],
    },
  ],
  positives: [
    'import java.sql.*;\nclass A { void f(HttpServletRequest request, Connection c) throws Exception {\n  String id = request.getParameter("id");\n  Statement s = c.createStatement();\n  s.executeQuery("select * from t where id = \'" + id + "\'"); // HERE\n} }\n',
  ],
  negatives: [
    'import java.sql.*;\nclass A { void f(HttpServletRequest request, Connection c) throws Exception {\n  PreparedStatement s = c.prepareStatement("select * from t where id = ?");\n  s.setString(1, request.getParameter("id"));\n  s.executeQuery();\n} }\n',
    'class A { void f(HttpServletRequest request, Connection c) throws Exception {\n  String bar;\n  int num = 106;\n  String param = request.getParameter("id");\n  if ((7 * 18) + num > 200) bar = "fixed"; else bar = param;\n  c.createStatement().executeQuery("select " + bar);\n} }\n',
    'class A { void f(HttpServletRequest request, Connection c) throws Exception {\n  java.util.Map<String, Object> map = new java.util.HashMap<String, Object>();\n  map.put("a", "fixed");\n  map.put("b", request.getParameter("id"));\n  String bar = (String) map.get("a");\n  c.createStatement().executeQuery("select " + bar);\n} }\n',
  ],
};
