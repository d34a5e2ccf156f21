import type { Rule } from '@scangate/engines/sast/rule';
import { fromCommandLine } from './command-line.ts';
import { django, flask } from './samples.ts';
import { statementSinks } from './statements.ts';

export const pySqlInjection: Rule = {
  id: 'py-sql-injection',
  cwe: 'CWE-89',
  severity: 'critical',
  title: 'SQL built from untrusted input',
  message:
    'Untrusted input becomes part of an SQL statement, so that its sender can read or change the database.',
  help: 'Keep the statement constant with placeholders and pass the values as the second argument: execute("… WHERE id = %s", (id,)).',
  category: 'sql',
  sinks: statementSinks,
  positives: [
    flask('    cursor.execute("SELECT * FROM t WHERE id = " + request.args["id"])  # HERE'),
    flask(
      '    q = "SELECT * FROM t WHERE n = \'%s\'" % request.form.get("n")\n    db.engine.execute(q)  # HERE',
    ),
    flask(
      '    name = request.args.get("n")\n    con = sqlite3.connect("a.db")\n    cur = con.cursor()\n    cur.execute(f"SELECT * FROM t WHERE n = \'{name}\'")  # HERE',
      'import sqlite3',
    ),
    django('    User.objects.raw("SELECT * FROM users WHERE n = \'{}\'".format(request.GET["n"]))  # HERE'),
    django('    User.objects.extra(where=["name = \'" + request.POST.get("n") + "\'"])  # HERE'),
    'from fastapi import FastAPI\nfrom sqlalchemy import text\napp = FastAPI()\n@app.get("/u/{name}")\nasync def read(name: str, db=Depends(get_db)):\n    query = text(f"SELECT * FROM u WHERE n = \'{name}\'")  # HERE\n    return db.execute(query)\n',
    'def lambda_handler(event, context):\n    conn.cursor().execute("DELETE FROM t WHERE id = " + event["id"])  # HERE\n',
    flask(
      '    parts = ["SELECT * FROM t WHERE n = "]\n    parts.append(request.args["n"])\n    cursor.execute("".join(parts))  # HERE',
    ),
  ],
  negatives: [
    flask('    cursor.execute("SELECT * FROM t WHERE id = %s", (request.args["id"],))'),
    flask(
      '    ids = request.args.getlist("id")\n    db.session.execute(db.select(Topic).where(Topic.id.in_(ids)).order_by(Topic.id))',
    ),
    flask('    cursor.execute("SELECT * FROM t WHERE id = %d" % int(request.args["id"]))'),
    flask(
      '    order = request.args["o"]\n    if order not in ("asc", "desc"):\n        abort(400)\n        return\n    cursor.execute("SELECT * FROM t ORDER BY n " + order)',
    ),
    flask(
      '    conf = {"a": "x"}\n    conf["b"] = request.args["n"]\n    cursor.execute("SELECT * FROM t WHERE n = " + conf["a"])',
    ),
    django(
      '    User.objects.filter(name=request.GET["n"])\n    User.objects.raw("SELECT * FROM u WHERE n = %s", [request.GET["n"]])',
    ),
    'from fastapi import FastAPI\n@app.get("/u/{id}")\ndef read(id: int):\n    cursor.execute(f"SELECT * FROM u WHERE id = {id}")\n',
    flask(
      '    num = 86\n    bar = "x" if 7 * 42 - num > 200 else request.args["n"]\n    cursor.execute("SELECT " + bar)',
    ),
    '@app.route("/u/<int:id>")\ndef read(id):\n    cursor.execute("SELECT * FROM u WHERE id = %s" % id)\n',
  ],
};

export const pySqlInjectionLocal = fromCommandLine(pySqlInjection, {
  title: 'SQL built from an argument of the program',
  positives: [
    'import sys\ncursor.execute("SELECT * FROM t WHERE n = \'%s\'" % sys.argv[1])  # HERE\n',
    'name = input("name: ")\ncursor.execute(f"SELECT * FROM t WHERE n = \'{name}\'")  # HERE\n',
  ],
  negatives: ['import sys\ncursor.execute("SELECT * FROM t WHERE n = ?", (sys.argv[1],))\n'],
});
