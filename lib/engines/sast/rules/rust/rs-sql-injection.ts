import type { Call, Rule } from '@scangate/engines/sast/rule';
import { fromParameter } from '../from-parameter.ts';
import { isNamed } from './conditions.ts';
import { handler, program } from './samples.ts';

const isDatabase = ({ receiver }: Call): boolean =>
  isNamed(
    receiver,
    /conn(?:ection)?\b|\bdb\b|\bpool\b|\btx\b|transaction|postgres|rusqlite|mysql|sqlite|Connection|database|client\b/i,
  ) && !isNamed(receiver, /http|reqwest|redis|s3|sqlx/i);

export const rsSqlInjection: Rule = {
  id: 'rs-sql-injection',
  cwe: 'CWE-89',
  severity: 'critical',
  title: 'SQL built from untrusted input',
  message:
    'Untrusted input becomes part of an SQL statement, so that its sender can read or change the database.',
  help: 'Put placeholders into the statement and bind the values, or use the checked macros of sqlx.',
  category: 'sql',
  sinks: [
    {
      call: [
        'sqlx.{query,query_as,query_scalar,query_with,query_as_with,raw_sql}',
        'diesel.sql_query',
        'diesel.dsl.sql',
        '{query_as,query_scalar,sql_query,raw_sql}',
        '*.QueryBuilder.{new,push}',
        'QueryBuilder.{new,push}',
        '*.{execute_batch,query_row,batch_execute,simple_query,query_drop,query_first,execute_unprepared}',
      ],
    },
    {
      call: [
        '*.{execute,query,query_one,query_opt,query_raw,prepare,prepare_cached,query_map,query_iter,exec}',
      ],
      when: isDatabase,
    },
    {
      call: ['*.Statement.{from_string,from_sql_and_values}', 'Statement.{from_string,from_sql_and_values}'],
      args: [1],
    },
  ],
  positives: [
    handler(
      `    let rows = sqlx::query(&format!("select * from users where name = '{}'", p.name)).fetch_all(&pool).await?; // HERE`,
    ),
    `use actix_web::{get, web, HttpResponse};

#[get("/users/{name}")]
async fn user(path: web::Path<String>, db: web::Data<PgPool>) -> HttpResponse {
    let name = path.into_inner();
    let sql = format!("select * from users where name = '{name}'");
    let user = sqlx::query_as::<_, User>(&sql).fetch_one(db.get_ref()).await; // HERE
    HttpResponse::Ok().json(user)
}
`,
    handler(
      `    let mut sql = String::from("select * from t where a = ");
    sql.push_str(&p.a);
    conn.execute(&sql, [])?; // HERE`,
      'use rusqlite::Connection;',
    ),
    handler('    diesel::sql_query("delete from t where id = ".to_string() + &p.id).execute(conn)?; // HERE'),
    '#[get("/<name>")]\nfn find(name: &str, db: &State<Db>) -> String {\n    let conn = db.conn();\n    conn.query_row(&format!("select a from t where name = \'{}\'", name), [], |r| r.get(0)).unwrap() // HERE\n}\n',
    handler(`    let sql = match p.sort {
        Some(column) => format!("select * from t order by {}", column),
        None => "select * from t".to_string(),
    };
    let rows = client.query(&sql, &[]).await?; // HERE`),
    'use actix_web::web;\nasync fn f(q: web::Query<String>) -> String {\n    let q = q.into_inner();\n    a.Statement.from_string("", q); // HERE\n}\n',
    'use axum::extract::Query;\n\nasync fn handler(Query(p): Query<Params>) -> Result<String, AppError> {\n    let rows = diesel::dsl::sql(&format!("select * from users where name = \'{}\'", p.name)).fetch_all(&pool).await?; // HERE\n    Ok(String::new())\n}\n',
    'use axum::extract::Query;\n\nasync fn handler(Query(p): Query<Params>) -> Result<String, AppError> {\n    let rows = query_as(&format!("select * from users where name = \'{}\'", p.name)).fetch_all(&pool).await?; // HERE\n    Ok(String::new())\n}\n',
    'use axum::extract::Query;\n\nasync fn handler(Query(p): Query<Params>) -> Result<String, AppError> {\n    let rows = a::QueryBuilder::new(&format!("select * from users where name = \'{}\'", p.name)).fetch_all(&pool).await?; // HERE\n    Ok(String::new())\n}\n',
    'use axum::extract::Query;\n\nasync fn handler(Query(p): Query<Params>) -> Result<String, AppError> {\n    let rows = QueryBuilder::new(&format!("select * from users where name = \'{}\'", p.name)).fetch_all(&pool).await?; // HERE\n    Ok(String::new())\n}\n',
    'use actix_web::web;\nasync fn f(q: web::Query<String>) -> String {\n    let q = q.into_inner();\n    Statement::from_string("", q); // HERE\n}\n',
  ],
  negatives: [
    handler('    sqlx::query("select * from users where name = $1").bind(&p.name).fetch_all(&pool).await?;'),
    handler('    sqlx::query!("select * from users where name = $1", p.name).fetch_all(&pool).await?;'),
    handler('    conn.execute("insert into t values (?1)", params![p.name])?;'),
    `async fn user(Path(id): Path<i64>, State(db): State<PgPool>) -> Json<User> {
    Json(sqlx::query_as(&format!("select * from users where id = {}", id)).fetch_one(&db).await.unwrap())
}
`,
    handler(`    let column = match p.sort.as_str() {
        "name" => "name",
        _ => "id",
    };
    sqlx::query(&format!("select * from t order by {}", column)).fetch_all(&pool).await?;`),
    handler(
      '    let id: i64 = p.id.parse()?;\n    sqlx::query(&format!("select * from t where id = {}", id)).fetch_all(&pool).await?;',
    ),
  ],
};

export const rsSqlFromParameter = fromParameter(rsSqlInjection, {
  id: 'rs-sql-from-parameter',
  title: 'Parameter put into SQL as text',
  does: 'puts its argument into an SQL statement as text',
  positives: [
    program(
      '    sqlx::query(&format!("select * from {}", table)).fetch_all(pool); // HERE',
      '',
      'table: &str',
    ),
    program('    conn.execute_batch(&sql); // HERE', '', 'sql: &str, conn: &Connection'),
  ],
  negatives: [
    program('    sqlx::query("select * from t where a = $1").bind(name);', '', 'name: &str'),
    program('    sqlx::query(&format!("select * from t where id = {}", id));', '', 'id: i64'),
  ],
});
